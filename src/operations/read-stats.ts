import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { requireTask } from "../domain/board/find.ts"
import { keptDays } from "../domain/board/days.ts"
import { AgentName, Project, TaskId, wholeInQuery } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { StatsView } from "../domain/wire/stats-schema.ts"
import { statsView as read } from "../domain/read-models/stats.ts"
import { failField } from "../errors.ts"
import { query } from "../operation.ts"

export const readStats = query({
  name: "stats.read",
  summary: "Read throughput, cycle times and work in progress, by UTC day",
  description:
    "The server updates these numbers with each event, so reading them costs the same on a board of any size.",
  http: { method: "GET", path: "/stats" },
  access: "read",
  input: z.strictObject({
    days: wholeInQuery(1, 365)
      .default(30)
      .describe(
        `how many days, including today, 1–365; at most ${keptDays.scoped} for one agent, project or parent`,
      ),
    agent: AgentName.optional().describe(
      "only what this agent finished, gave up and created; cannot be combined with project or parent",
    ),
    project: Project.optional().describe(
      "only tasks that were in this project at the time; cannot be combined with agent or parent",
    ),
    parent: TaskId.optional().describe(
      "only tasks that were direct children of this task at the time; cannot be combined with agent or project",
    ),
    ...ofPast,
    fields: fieldsOf(StatsView),
  }),
  output: z.object({ stats: StatsView }),
  record: "stats",
  past: "at",
  refusals: ["task_not_found", "task_deleted"],

  read(board, input, { now }) {
    const { days, parent } = input
    const [first, second] = scopes.filter((each) => input[each] !== undefined)
    if (first && second) failField(second, `cannot be used with ${first}`, { received: input[second] })
    if (first && days > keptDays.scoped)
      failField("days", `expected at most ${keptDays.scoped} with an agent, a project or a parent`, {
        received: days,
      })
    if (parent !== undefined) requireTask(board, parent)
    return { stats: read(board, input, now) }
  },
})

// --- internal ---

const scopes = ["agent", "project", "parent"] as const
