import { call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import { useAnswer } from "../reads/use-answer.ts"
import { sayEnds } from "../words/history-words.ts"
import { isUsedUp, startsOver } from "../words/move-words.ts"

/** Why a task is blocked. Where the server only says that it needs attention, who failed or let the claim expire. */
export function Reason({ task, reads }: { task: TaskView; reads: number }) {
  const { id, reason, stuck, attempts, expiries } = task
  const isOurs = reason?.startsWith("needs attention") === true
  const [told] = useAnswer(
    () => (isOurs ? call("task.history", { id, limit: 1 }) : null),
    [id, reads, isOurs],
  )
  if (reason === null) return null
  const ends = sayEnds(isOurs && told ? told.attempts.slice(0, attempts + expiries) : [])
  return (
    <p class={`reason${stuck ? " is-stuck" : ""}`}>
      {ends || reason}
      {isUsedUp(task) && <span class="muted small-text">{startsOver}</span>}
    </p>
  )
}
