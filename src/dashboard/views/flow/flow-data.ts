import type { StatsView } from "../../api/types.ts"
import { countNames } from "../../words/move-words.ts"
import { counted } from "../../words/format.ts"
import type { ChartData, Series } from "./draw-chart.ts"

/** Created and done on each day from the first one with anything to count. */
export function throughput({ throughput: all, since }: StatsView) {
  const days = from(since, all)
  const created = days.map((day) => day.tasksCreated)
  const done = days.map((day) => day.tasksDone)
  const data: ChartData = {
    form: "bars",
    labels: days.map(({ day }) => dayLabel(day)),
    series: [
      { name: "Created", color: "--control", values: created },
      { name: "Done", color: "--done", values: done },
    ],
  }
  return { data, created: sum(created), done: sum(done) }
}

/**
 * How many tasks are in each state, stacked, with the finished ones at the bottom. These grow for ever and would make
 * the rest too thin to see, so those that were done before the first day are not drawn, and the note says so.
 */
export function cumulative({ flow: all, throughput: days, since }: StatsView) {
  const flow = from(since, all)
  const [first] = flow
  if (!first) return null
  const doneThen = from(since, days)[0]?.tasksDone ?? 0
  // Of them some may have been deleted or begun anew since.
  const left = Math.max(0, Math.min(first.done - doneThen, ...flow.map(({ done }) => done)))
  const whole = bottomUp.map((status): Series => ({
    name: countNames[status],
    color: `--${status}`,
    values: flow.map((day) => day[status]),
  }))
  const series = whole.map((each, i) =>
    i === 0 ? { ...each, values: each.values.map((value) => value - left) } : each,
  )
  const labels = flow.map(({ day }) => dayLabel(day))
  const note = `${left === 1 ? "1 task that was" : `${counted(left)} tasks that were`} done before ${dayLabel(first.day)} ${left === 1 ? "is" : "are"} not drawn.`
  return {
    drawn: { form: "areas", labels, series } satisfies ChartData,
    // The full count, which the drawing may not have.
    counted: { series: whole },
    note: left === 0 ? null : note,
  }
}

/** `2030-01-31` in the reader's format. It is a day in UTC. */
export function dayLabel(day: string): string {
  return new Date(day).toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" })
}

// --- internal ---

function from<T extends { readonly day: string }>(since: string | null, days: readonly T[]): readonly T[] {
  return since === null ? [] : days.filter(({ day }) => day >= since)
}

const bottomUp = ["done", "review", "doing", "blocked", "todo"] as const

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
