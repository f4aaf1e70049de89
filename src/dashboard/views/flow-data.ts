import type { StatsView } from "../api/types.ts"
import { statusNames } from "../words/move-words.ts"
import type { ChartData, Series } from "./draw-chart.ts"

/** Created and done on each day. */
export function throughput({ throughput: days }: StatsView) {
  const created = days.map((day) => day.created)
  const done = days.map((day) => day.done)
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
 * The states on top of each other, the finished at the bottom. All that was ever done would press the rest flat, so
 * it is drawn from its lowest point in these days; the table counts it whole.
 */
export function cumulative({
  flow,
}: StatsView): { drawn: ChartData; counted: Pick<ChartData, "series"> } | null {
  if (flow.length === 0) return null
  const counted = bottomUp.map((status): Series => ({
    name: statusNames[status],
    color: `--${status}`,
    values: flow.map((day) => day[status]),
  }))
  const lowest = Math.min(...flow.map(({ done }) => done))
  const series = counted.map((each, i) =>
    i === 0 ? { ...each, values: each.values.map((value) => value - lowest) } : each,
  )
  const labels = flow.map(({ day }) => dayLabel(day))
  return { drawn: { form: "areas", labels, series }, counted: { series: counted } }
}

/** `2030-01-31` in the reader's manner, and as the day of UTC that it is. */
export function dayLabel(day: string): string {
  return new Date(day).toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" })
}

// --- internal ---

const bottomUp = ["done", "review", "doing", "blocked", "todo"] as const

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
