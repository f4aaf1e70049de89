import type { StatsView } from "../../api/types.ts"
import { dayLabel } from "./flow-data.ts"
import { Isolated } from "../../components/isolated.tsx"
import { Section } from "../../page/page.tsx"
import { counted } from "../../words/format.ts"

/** When what is open will be done, with the range, from what was done in the past. */
export function ForecastPart({ stats, what }: { stats: StatsView; what: string }) {
  const { forecast, to, throughput } = stats
  const { left, p50, p85, p95 } = forecast
  const tasks = left === 1 ? "The 1 open task" : `The ${counted(left)} open tasks`
  return (
    <Section title="Forecast">
      <div class="forecast">
        {left === 0 ? (
          <p class="muted">
            No open tasks for <Isolated text={what} />.
          </p>
        ) : p50 === null ? (
          <p class="muted">{sayUnknown(forecast, throughput.at(-1)?.tasksDone ?? 0)}</p>
        ) : (
          <>
            <p class="forecast-words">
              {tasks} of <Isolated text={what} /> will be done{" "}
              {p85 === null ? (
                <strong>in more than a year</strong>
              ) : (
                <>
                  by <strong>{dayLabel(p85)}</strong>
                </>
              )}{" "}
              with 85&nbsp;% certainty.
            </p>
            <Range from={to} forecast={forecast} />
            <p class="muted small-text">
              Range {rangeOf(forecast)}: 90 of 100 simulations end in this range, and half end by{" "}
              {dayLabel(p50)}
              {p95 === null && ", and some take more than a year"}. They replay the{" "}
              {counted(forecast.tasksDone)} tasks done in the last {forecast.days} days, without tasks that
              have not been created yet.
            </p>
          </>
        )}
      </div>
    </Section>
  )
}

// --- internal ---

type ForecastView = StatsView["forecast"]

const dayMs = 86_400_000

function sayUnknown({ days, tasksDone: done, needs }: ForecastView, today: number): string {
  if (done >= needs.done && days >= needs.days) return "At the recent pace, this would take more than a year."
  const past = `${days === 1 ? "1 whole day" : `${days} whole days`} of history, with ${done === 1 ? "1 task" : `${counted(done)} tasks`} done`
  return `${days === 0 ? `${counted(today)} done today, not a whole day yet` : past}. A forecast needs ${needs.days} days and ${needs.done} tasks.`
}

function rangeOf({ p5, p95 }: ForecastView): string {
  return `${p5 === null ? "" : dayLabel(p5)}–${p95 === null ? "more than a year from now" : dayLabel(p95)}`
}

/** From today to the end of the range: nine tenths of the courses, half of them, and 85 of 100. */
function Range({ from, forecast: { p5, p50, p85, p95 } }: { from: string; forecast: ForecastView }) {
  const start = Date.parse(from)
  const last = p95 ?? p85 ?? p50
  if (last === null || p5 === null) return null
  const whole = Math.max(1, Date.parse(last) - start)
  const at = (day: string) => `${(100 * (Date.parse(day) - start)) / whole}%`
  const width = `${(100 * (Date.parse(last) - Date.parse(p5) + dayMs / 2)) / whole}%`
  return (
    <div class="forecast-range" aria-hidden="true">
      <span class="forecast-band" style={{ left: at(p5), width: `min(${width}, calc(100% - ${at(p5)}))` }} />
      {p50 !== null && <span class="forecast-tick" style={{ left: at(p50) }} />}
      {p85 !== null && <span class="forecast-tick is-sure" style={{ left: at(p85) }} />}
      <span class="forecast-day">Today</span>
      <span class="forecast-day is-last">{dayLabel(last)}</span>
    </div>
  )
}
