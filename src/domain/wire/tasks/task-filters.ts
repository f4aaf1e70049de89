import * as z from "zod"
import { pullStates } from "../enums.ts"
import {
  ActorName,
  AgentName,
  Assignee,
  Flag,
  line,
  many,
  Project,
  SearchText,
  Tag,
  TaskId,
} from "../schemas.ts"
import { Priority, StatusFilter } from "../word-schemas.ts"
import { mostInSource } from "../task-table.ts"
import { PastTime } from "../time-schemas.ts"

const pulls = [...pullStates, "landed"] as const
const PullFilter = z.enum(pulls, { error: `expected one of ${pulls.join(", ")}` })

/** By what tasks are chosen, for a list or for one change of all of them. */
export const taskFilters = {
  q: SearchText.optional(),
  status: StatusFilter.describe("may be given several times"),
  assignee: many(Assignee).describe("`unassigned` for nobody; may be given several times"),
  notAssignee: many(Assignee).describe("only tasks of others; may be given several times"),
  reviewer: many(AgentName).describe("may be given several times"),
  notReviewer: many(AgentName).describe("only tasks that none of these reviews; may be given several times"),
  createdBy: ActorName.optional(),
  project: many(Project).describe("may be given several times"),
  notProject: many(Project).describe("only tasks of other projects; may be given several times"),
  tag: many(Tag).describe("may be given several times; a task must carry all"),
  notTag: many(Tag).describe("may be given several times; a task must carry none"),
  priority: many(Priority).describe("may be given several times"),
  parent: TaskId.optional().describe("only the children of this task"),
  discoveredFrom: TaskId.optional().describe("only what was found in the work on this task"),
  ready: Flag.optional().describe("only tasks that may be started now, or only those that may not"),
  overdue: Flag.optional().describe("only open tasks past their due time, or only the others"),
  stuck: Flag.optional().describe(
    "only open tasks where work has stopped; `stuck` says why; or only the others",
  ),
  needs: ActorName.optional().describe(
    "only what needs this agent: what is stuck, blocked or failed twice, its reviews, and what its unread notices are about",
  ),
  pull: many(PullFilter).describe(
    "how its pull request stands; `landed` once its work has; may be given several times",
  ),
  source: line(mostInSource, "where the task comes from")
    .optional()
    .describe(
      "where it comes from, such as `github:owner/repo`; the beginning of a source up to a `/` or `#` is enough",
    ),
  updatedSince: PastTime.optional().describe("only what was changed at this time or later"),
  ids: many(TaskId, 500).describe("task ids, such as T-7; may be given several times"),
}
