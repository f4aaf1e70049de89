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

/** The filters with which tasks are chosen, for a list or for one change of all of them. */
export const taskFilters = {
  q: SearchText.optional(),
  status: StatusFilter.describe("may be given several times"),
  assignee: many(Assignee).describe("the assignee, or `unassigned`; may be given several times"),
  notAssignee: many(Assignee).describe("only tasks of other assignees; may be given several times"),
  reviewer: many(AgentName).describe("only tasks with these reviewers; may be given several times"),
  notReviewer: many(AgentName).describe("only tasks without these reviewers; may be given several times"),
  createdBy: ActorName.optional().describe("only tasks created under this name"),
  project: many(Project).describe("only tasks of these projects; may be given several times"),
  notProject: many(Project).describe("only tasks of other projects; may be given several times"),
  tag: many(Tag).describe("tags that the task must have; may be given several times"),
  notTag: many(Tag).describe("tags that the task must not have; may be given several times"),
  priority: many(Priority).describe("only tasks of these priorities; may be given several times"),
  parent: TaskId.optional().describe("only the children of this task"),
  discoveredFrom: TaskId.optional().describe("only tasks found while this one was being worked on"),
  ready: Flag.optional().describe("only tasks that can be started now, or only those that cannot"),
  overdue: Flag.optional().describe("only overdue open tasks, or only tasks that are not overdue"),
  stuck: Flag.optional().describe(
    "only open tasks whose work has stopped, or only tasks that are not stuck; `stuck` says why",
  ),
  needs: ActorName.optional().describe(
    "only tasks that need this agent: tasks that it must review, tasks on which it has unread notices, and tasks that are stuck, are blocked or have failed twice",
  ),
  pull: many(PullFilter).describe(
    "the state of the task's pull request; `landed` once the work has landed; may be given several times",
  ),
  source: line(mostInSource, "where the task comes from")
    .optional()
    .describe("the task's source, such as `github:owner/repo`; the part before a `/` or `#` is enough"),
  updatedSince: PastTime.optional().describe("only tasks changed at this time or later"),
  ids: many(TaskId, 500).describe("task ids, such as T-7; may be given several times"),
}
