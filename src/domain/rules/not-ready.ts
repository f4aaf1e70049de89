import type { Facts } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import type { Task } from "../board/records.ts"
import { numberOf } from "../wire/names.ts"
import { iso, plainTime } from "../wire/time.ts"
import { factsOfTaken, sayTaken } from "./resources.ts"
import { openBlockers, sayBlockers } from "./dependencies.ts"

/** What keeps a task from being ready. */
export interface NotReady {
  readonly reason: "importing" | "waits_for" | "not_landed" | "not_before" | "backoff" | "resource_taken"
  /** In words that follow a colon: `it waits for T-3`. */
  readonly detail: string
  /** What a refusal adds to the facts about the task. */
  readonly facts: Facts
}

/**
 * Why a task in `todo` or `doing` is not ready; undefined for a ready task. If the task is both scheduled and resting
 * after a failed attempt, the later of the two times is given, because the task is ready only then.
 */
export function whyNotReady(board: Board, task: Task): NotReady | undefined {
  if (board.ready.has(task.n)) return undefined
  const open = board.openImport()
  if (open && board.isHeld(task.n)) {
    const detail = `it came with the import of ${open.name} (I-${open.n}), which has not ended`
    return { reason: "importing", detail, facts: { import: `I-${open.n}` } }
  }
  const blockers = openBlockers(board, task)
  if (blockers.ids.length > 0) {
    const waits = `it waits for ${sayBlockers(blockers)}`
    const isDone = blockers.ids.every((id) => isClosed(board.tasks.get(numberOf(id))))
    const detail = isDone ? `${waits} to land` : waits
    const facts = { blockedBy: blockers.ids, ...(isDone && { unlanded: blockers.ids }) }
    return { reason: isDone ? "not_landed" : "waits_for", detail, facts }
  }
  const taken = board.ready.ready().has(task.n) ? board.ready.takenFor(task) : undefined
  if (taken) {
    const facts = factsOfTaken(board, taken, task.n)
    return { reason: "resource_taken", detail: sayTaken(board, taken, task.n), facts }
  }
  const [start, rest] = [task.fields.notBefore ?? 0, task.backoffUntil ?? 0]
  if (rest > start) {
    const how = task.lastEnd?.how === "expired" ? "its claim expired" : "its last attempt failed"
    const detail = `${how}; it retries at ${plainTime(rest)}`
    return { reason: "backoff", detail, facts: { readyAt: iso(rest) } }
  }
  const detail = `it cannot be started before ${plainTime(start)}`
  return { reason: "not_before", detail, facts: { readyAt: iso(start), notBefore: iso(start) } }
}
