import type { Board } from "../board/board.ts"
import type { EventMeta, EventOf, EventType } from "../events/index.ts"

/** By kind of event: its changes to the board. A fold uses nothing but the event, so a replay is exact. */
export type EventFolds<K extends EventType> = {
  readonly [T in K]: (board: Board, event: EventOf<T>, meta: EventMeta) => void
}

/** For kinds that are in the log but change nothing here. */
export const nothing = (): void => undefined
