import type { StatsView } from "../../api/types.ts"
import { duration } from "../../words/format.ts"
import { countNames } from "../../words/move-words.ts"
import { Section } from "../../page/page.tsx"

/** In which status the finished tasks spent their time, on average. */
export function TimeInState({ stats: { timeInState } }: { stats: StatsView }) {
  const parts = (["todo", "doing", "blocked", "review"] as const).map((status) => ({
    status,
    ms: timeInState[status] ?? 0,
  }))
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0)
  return (
    <Section title="Where the time goes">
      {whole === 0 ? (
        <p class="nothing">No task was finished in this period.</p>
      ) : (
        <div class="spent">
          <div class="spent-bar" aria-hidden="true">
            {parts
              .filter(({ ms }) => ms > 0)
              .map(({ status, ms }) => (
                <span key={status} style={{ flexGrow: ms, background: `var(--${status})` }} />
              ))}
          </div>
          <ul class="spent-parts">
            {parts.map(({ status, ms }) => (
              <li key={status}>
                <span class="swatch" style={{ background: `var(--${status})` }} />
                <span>{countNames[status]}</span>
                <strong>{duration(ms)}</strong>
                <span class="muted">{Math.round((100 * ms) / whole)} %</span>
              </li>
            ))}
          </ul>
          <p class="muted small-text">Mean time of the finished tasks, {duration(whole)} in all.</p>
        </div>
      )}
    </Section>
  )
}
