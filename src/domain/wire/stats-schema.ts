import * as z from "zod"
import { UsageTotal } from "./usage/usage-schemas.ts"

/** The statistics of a board. Days are those of UTC, times are in ms. */

const count = z.int().describe("tasks")
const day = z.string().describe("a day in UTC, such as 2030-01-31")
const ms = z.number().nullable()
const end = day.nullable()
const open = { todo: count, doing: count, blocked: count, review: count }
const used = { attempts: z.int().describe("attempts that reported their usage"), ...UsageTotal.shape }
const usage = z
  .object(used)
  .optional()
  .describe("usage of the attempts whose first report was in this period; omitted if there are none")
const worker = {
  wip: z.int().describe("tasks in doing now"),
  done: z.int().describe("how often a task was finished on these days"),
  tasksDone: z.int().describe("tasks finished on these days, each counted once"),
  firstTime: z.int().describe("of these, the tasks finished on the first attempt, with no changes requested"),
  doingMs: z.int().describe("total time in `doing`, in ms, of the tasks that were finished in this period"),
  p50: ms.describe("median cycle time in ms; null: there is none"),
  usage,
}

export const StatsView = z
  .object({
    from: day.describe("the first day, in UTC"),
    to: day.describe("the last day, in UTC (always today)"),
    since: day.nullable().describe("the first day in this period with anything to count; null: none yet"),
    wip: z.object(open).describe("tasks in each open status now"),
    throughput: z
      .array(
        z.object({
          ...{ day, created: count, tasksCreated: count, done: count, tasksDone: count },
          ...{ cancelled: count, tasksCancelled: count, usage },
        }),
      )
      .describe(
        "every day, oldest first; a task that is reopened and finished again counts again in `done`, but only once in `tasksDone`, on the day when it was last finished; the same holds for `cancelled` and `tasksCancelled`. `tasksCreated` leaves out deleted tasks",
      ),
    cycleTime: z
      .object({ count, p50: ms, p75: ms, p90: ms, p95: ms })
      .describe(
        "ms from the last start of work to the end, for tasks finished in this period; accurate to within 3% (0.3 s for times below 10 s)",
      ),
    timeInState: z
      .object({ todo: ms, doing: ms, blocked: ms, review: ms })
      .describe("mean time in each status per task finished in this period, in ms; null: none"),
    forecast: z
      .object({
        left: z.int().describe("tasks that are open now"),
        days: z.int().describe("how many full days the forecast draws on: from `since` to yesterday"),
        done: z.int().describe("how often a task was finished on these days"),
        tasksDone: z.int().describe("tasks finished on these days, each counted once"),
        needs: z
          .object({ days: z.int(), done: z.int() })
          .describe("the minimum of days and of finished tasks for a forecast"),
        p5: end.describe("the day by which the work is done in 5% of the simulations"),
        p50: end,
        p85: end.describe("the day by which 85 of 100 simulations have finished"),
        p95: end,
      })
      .describe(
        "when the tasks that are open now will be finished, if each coming day is like a day in this period (Monte Carlo: 1,000 simulations, the same for the same history); future tasks are not counted. A day is null if too little is known, nothing is left, or the work would take more than a year",
      ),
    flow: z
      .array(z.object({ day, ...open, done: count, cancelled: count }))
      .describe("tasks in each status at the end of each day; empty if an agent or project is requested"),
    usage: z
      .object({
        ...used,
        ever: UsageTotal.describe("everything ever reported to this board; never decreases"),
        models: z
          .array(
            z.object({ model: z.string().nullable().describe("null: the model was not named"), ...used }),
          )
          .describe(
            "at most 50, most tokens first, for the last 120 days; empty if an agent or project is requested",
          ),
      })
      .optional()
      .describe("usage of the attempts that workers ran; omitted if none reported any"),
    agents: z
      .array(z.object({ agent: z.string(), ...worker }))
      .describe(
        "at most 50, most done first, for the last 120 days; only the requested agent; empty if a project is requested",
      ),
    projects: z
      .array(z.object({ project: z.string(), ...worker }))
      .describe(
        "at most 50, those with the most finished tasks first, for the last 120 days; only the requested project; empty if an agent is requested",
      ),
  })
  .meta({ id: "Stats", description: "Work in numbers" })
export type StatsView = z.infer<typeof StatsView>
