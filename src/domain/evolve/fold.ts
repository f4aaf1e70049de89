import type { Board } from "../board/board.ts"
import type { EventMeta, EventOf, EventType } from "../events/index.ts"

/** By kind of event: what it changes on the board. The event holds all that this needs, so a replay is exact. */
export type EventFolds<K extends EventType> = {
  readonly [T in K]: (board: Board, event: EventOf<T>, meta: EventMeta) => void
}

/** For kinds of which the log tells, and that change nothing here. */
export const nothing = (): void => undefined
