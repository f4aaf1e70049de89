import * as z from "zod"
import { fieldsOf } from "../domain/wire/record-fields.ts"
import { keptDays } from "../domain/board/days.ts"
import { AgentName, Project, wholeInQuery } from "../domain/wire/schemas.ts"
import { StatsView } from "../domain/wire/stats-schema.ts"
import { statsView as read } from "../domain/read-models/stats.ts"
import { fail } from "../errors.ts"
import { query } from "../operation.ts"

export const readStats = query({
  name: "stats.read",
  summary: "Throughput, cycle times and work in progress, by days of UTC",
  description:
    "The server keeps these numbers as events happen, so the answer costs the same on a board of any size.",
  http: { method: "GET", path: "/stats" },
  input: z.strictObject({
    days: wholeInQuery(1, 365)
      .default(30)
      .describe(`how many days, today included, 1–365; at most ${keptDays.scoped} for one agent or project`),
    agent: AgentName.optional().describe(
      "what this agent finished, gave up and created; not together with project",
    ),
    project: Project.optional().describe(
      "only this project, as tasks were at the time; not together with agent",
    ),
    fields: fieldsOf(StatsView),
  }),
  output: z.object({ stats: StatsView }),
  record: "stats",

  read(board, input, { now }) {
    const { days, agent, project } = input
    if (agent !== undefined && project !== undefined)
      refuse("project", "ask for an agent or for a project, not for both", project)
    if ((agent !== undefined || project !== undefined) && days > keptDays.scoped)
      refuse("days", `expected at most ${keptDays.scoped} with an agent or a project`, days)
    return { stats: read(board, input, now) }
  },
})

// --- internal ---

function refuse(path: string, message: string, received: unknown): never {
  fail("invalid_input", {
    detail: `${path}: ${message}.`,
    errors: [{ path, message, received }],
  })
}
