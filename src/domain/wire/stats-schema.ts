import * as z from "zod"
import { UsageTotal } from "./usage/usage-schemas.ts"

/** The statistics of a board. Days are those of UTC, times are in ms. */

const count = z.int().describe("tasks")
const day = z.string().describe("a day of UTC, such as 2030-01-31")
const ms = z.number().nullable()
const end = day.nullable()
const open = { todo: count, doing: count, blocked: count, review: count }
const used = { attempts: z.int().describe("attempts that told what they used"), ...UsageTotal.shape }
const usage = z
  .object(used)
  .optional()
  .describe("of attempts that first told it in these days; left out where none did")
const worker = {
  wip: z.int().describe("tasks in doing now"),
  done: z.int().describe("how often a task was finished in these days"),
  tasksDone: z.int().describe("tasks finished in these days, each once"),
  firstTime: z.int().describe("of these, those that the first attempt finished, without a change asked for"),
  doingMs: z.int().describe("how long all that was finished in these days was in doing, in ms"),
  p50: ms.describe("median cycle time, ms; null: none"),
  usage,
}

export const StatsView = z
  .object({
    from: day.describe("the first day, in UTC"),
    to: day.describe("the last day, in UTC: today"),
    since: day
      .nullable()
      .describe("the first of these days on which there was anything to count; null: there is nothing yet"),
    wip: z.object(open).describe("tasks in each open status now"),
    throughput: z
      .array(z.object({ day, created: count, done: count, tasksDone: count, cancelled: count, usage }))
      .describe(
        "every day, oldest first; in `done` what is finished again after a reopening counts again, in `tasksDone` a task counts once, on the day on which it was last finished",
      ),
    cycleTime: z
      .object({ count, p50: ms, p75: ms, p90: ms, p95: ms })
      .describe(
        "ms from the last start of work to the end, of what was finished in these days; right to 3 % (below 10 s: to 0.3 s)",
      ),
    timeInState: z
      .object({ todo: ms, doing: ms, blocked: ms, review: ms })
      .describe("mean ms in each status, per task finished in these days; null: none was"),
    forecast: z
      .object({
        left: z.int().describe("tasks that are open now"),
        days: z.int().describe("the whole days, from `since` up to yesterday, that it repeats"),
        done: z.int().describe("how often a task was finished on them"),
        tasksDone: z.int().describe("tasks finished on them, each once"),
        needs: z
          .object({ days: z.int(), done: z.int() })
          .describe("with fewer days or fewer finished tasks there is no forecast"),
        p5: end.describe("5 of 100 simulated courses have finished by then"),
        p50: end,
        p85: end.describe("what may be told with 85 % certainty"),
        p95: end,
      })
      .describe(
        "when the tasks that are open now will be finished, if each day to come is like one of these days (Monte Carlo: 1,000 courses, the same ones for the same past); tasks yet to be created are left out. A day is null where too little is known, nothing is left, or it takes more than a year",
      ),
    flow: z
      .array(z.object({ day, ...open, done: count, cancelled: count }))
      .describe("tasks in each status at the end of each day; empty for one agent or project"),
    usage: z
      .object({
        ...used,
        ever: UsageTotal.describe("all that this board was ever told, which never falls"),
        models: z
          .array(z.object({ model: z.string().nullable().describe("null: it was not named"), ...used }))
          .describe("at most 50, most tokens first; none for one agent or project; of the last 120 days"),
      })
      .optional()
      .describe("what the attempts have used that workers ran; left out where none told"),
    agents: z
      .array(z.object({ agent: z.string(), ...worker }))
      .describe(
        "at most 50, most done first; only the agent asked for, none for one project; of the last 120 days",
      ),
    projects: z
      .array(z.object({ project: z.string(), ...worker }))
      .describe(
        "at most 50, most done first; only the project asked for, none for one agent; of the last 120 days",
      ),
  })
  .meta({ id: "Stats", description: "Work in numbers" })
export type StatsView = z.infer<typeof StatsView>
