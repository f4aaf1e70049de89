import type { PastEvent } from "../board/trail.ts"
import type { LogView } from "../wire/log-schema.ts"
import { iso } from "../wire/time.ts"

/** An event by its number, and its time in ms since 1970. */
export interface LogPoint {
  readonly seq: number
  readonly at: number
}

/** The data that is read from the log for a query before the query runs. */
export interface FromLog {
  /** All events of a task, oldest first, if the operation declares `trail`. */
  readonly trail?: readonly PastEvent[]
  /** Events from the whole log, in order, including the first and the last, if the operation declares `points`. */
  readonly points?: readonly LogPoint[]
}

/** @param points in order, from the first event of the log to the last */
export function viewLog(points: readonly LogPoint[]): LogView {
  const shown = points.map(({ seq, at }) => ({ seq, at: iso(at) }))
  return { first: shown[0] ?? null, last: shown.at(-1) ?? null, points: shown }
}
