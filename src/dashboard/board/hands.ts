import type { Changes, Status } from "../api/types.ts"
import type { Card, State } from "../state/state.ts"
import type { Folds } from "./use-folds.ts"

/** What every part of a board is drawn from. */
export interface PartOfBoard {
  state: State
  hands: BoardHands
  folds: Folds
}

/** What the cards of a board have in common while somebody works with them. */
export interface BoardHands {
  /** The task that is being dragged. */
  readonly dragged: string | null
  /** The ready task that is handed out first. */
  readonly next: string | null
  /** The server has not answered yet which tasks hold the words of the filter. */
  readonly isSearching: boolean
  /**
   * Puts a task, and those selected with it, into a column and a row.
   * @param why the reason for which the task cannot be put there
   */
  drop(id: string, to: Status, changes: Changes, why: string | null): void
  /** Puts a card before another one of these, which stand below each other; null: at their end. */
  order(id: string, before: string | null, tasks: readonly Card[]): Promise<void>
  /** Adds a task to those that are changed together, or takes it away; `isThrough`: with all from the last one on. */
  select(id: string, isThrough: boolean): void
}
