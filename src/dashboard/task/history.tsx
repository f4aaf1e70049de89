import { call } from "../api/api.ts"
import type { AttemptView, HistoryEntry } from "../api/types.ts"
import { span } from "../words/format.ts"
import { criterionOf, outcomeNames, toldBy, worded } from "../words/history-words.ts"
import { Button } from "../components/button.tsx"
import { Avatar } from "../components/avatar.tsx"
import { Isolated, Who, Via } from "../components/isolated.tsx"
import { Ago } from "../components/ago.tsx"
import { useAnswer } from "../reads/use-answer.ts"

/** How many are read at once. */
const few = 10

/** Who did what and when. Read anew whenever the task changes; nothing where the server keeps none. */
export function History({ id, reads }: { id: string; reads: number }) {
  const [told, set] = useAnswer(() => call("task.history", { id, limit: few }), [id, reads])

  async function more() {
    if (!told?.next) return
    const result = await call("task.history", { id, limit: 50, cursor: told.next })
    if ("refusal" in result) return
    set({ ...told, history: [...told.history, ...result.value.history], next: result.value.next })
  }

  if (!told || told.history.length === 0) return null
  return (
    <section class="history" aria-label="History">
      <Attempts attempts={told.attempts} />
      <h3>History</h3>
      <ol>
        {told.history.map((entry) => (
          <li key={entry.seq}>
            <Avatar name={entry.actor} isBeside />
            <p>
              <Who name={entry.actor} />
              <Via who={entry.actor} via={entry.via} /> {worded(entry)} <Criterion of={entry} />
              <Ago at={entry.at} class="muted" />
              {toldBy(entry).map((line) => (
                <span key={line} class="history-detail" dir="auto">
                  {line}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
      {told.next !== null && <Button text="Show older" class="quiet add" onClick={() => void more()} />}
    </section>
  )
}

// --- internal ---

function Criterion({ of: entry }: { of: HistoryEntry }) {
  const text = criterionOf(entry)
  return text === null ? null : (
    <>
      <q dir="auto">{text}</q>{" "}
    </>
  )
}

/** Worth telling where work was begun more than once. */
function Attempts({ attempts }: { attempts: readonly AttemptView[] }) {
  if (attempts.length < 2) return null
  return (
    <>
      <h3>Attempts</h3>
      <ol class="attempts">
        {attempts.map(({ agent, startedAt, endedAt, outcome, reason }) => (
          <li key={startedAt}>
            <Avatar name={agent} isBeside />
            <span class="one-line">
              <Isolated text={agent} /> {outcomeNames[outcome]}
              {endedAt !== null && ` after ${span(Date.parse(endedAt) - Date.parse(startedAt))}`}
              <Isolated before=": " text={reason} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
