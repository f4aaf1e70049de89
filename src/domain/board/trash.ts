import { createTable, type Table, type Undo } from "../collections/table.ts"
import { createTimers, type Timers } from "../collections/timers.ts"
import type { TrashedTask } from "./records.ts"

/** The deleted tasks that can be restored. They are outside the table of tasks, so no index contains them. */
export interface Trash extends Pick<
  Table<number, TrashedTask>,
  "size" | "get" | "put" | "delete" | "values"
> {
  /** When each of them is gone for good. */
  readonly ends: Pick<Timers, "values">
  /** When the next task is deleted for good, in ms since 1970; Infinity if the trash is empty. */
  readonly due: number
}

export function createTrash(undo: Undo): Trash {
  const ends = createTimers()
  const table = createTable<number, TrashedTask>(
    ({ n }) => n,
    undo,
    (before, after) => ends.set((after ?? before)?.n ?? 0, before?.until, after?.until),
  )
  return {
    ...table,
    get size() {
      return table.size
    },
    ends,
    get due() {
      return ends.soonest()?.at ?? Infinity
    },
  }
}
