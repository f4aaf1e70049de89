import type { Board } from "../board/board.ts"
import type { Counters, Task } from "../board/records.ts"
import type { Lists } from "../collections/lists.ts"
import { derivedFields, type StoredTask } from "../wire/exports/export-schema.ts"
import { viewRecord } from "./task-view.ts"

/**
 * Tasks as they were at one moment. They are read later, piece by piece, while the board changes. Their records are
 * never edited, so keeping them costs one reference each. The texts about a task stay in their tables for as long as
 * the task can be restored, so later texts are recognized by their number.
 */
export interface ExportMoment {
  readonly board: Board
  readonly tasks: readonly Task[]
  readonly counters: Counters
  /** In ms since 1970. */
  readonly at: number
}

export function takeMoment(board: Board, tasks: readonly Task[], at: number): ExportMoment {
  return { board, tasks, at, counters: board.counters }
}

/** The task as it was, without values derived from other data, which may have changed since. */
export function storedTask({ board }: ExportMoment, task: Task): StoredTask {
  const kept = Object.entries(viewRecord(board, task)).filter(([field]) => !(field in derivedFields))
  return Object.fromEntries(kept) as StoredTask
}

/** The numbers of the texts about a task up to the moment. */
export function saidOf(lists: Lists, { n }: Task, last: number): number[] {
  return lists.of(n).filter((each) => each <= last)
}
