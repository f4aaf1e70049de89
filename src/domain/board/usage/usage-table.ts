import { createTable, type Table, type Undo } from "../../collections/table.ts"
import { createTimers } from "../../collections/timers.ts"
import { lateUsageMs, type TaskUsage } from "./usage-records.ts"

export interface UsageTable extends Table<number, TaskUsage> {
  /** The task whose series can be dropped first, and the time from which they can be. */
  due(): { readonly at: number; readonly n: number } | undefined
}

export function createUsage(undo: Undo): UsageTable {
  const ends = createTimers()
  const table = createTable<number, TaskUsage>(
    ({ n }) => n,
    undo,
    (before, after) => ends.set((after ?? before)?.n ?? 0, dueOf(before), dueOf(after)),
  )
  return {
    ...table,
    get size() {
      return table.size
    },
    due: () => ends.soonest(),
  }
}

// --- internal ---

function dueOf(usage: TaskUsage | undefined): number | undefined {
  let due: number | undefined
  for (const { series, endedAt } of usage?.attempts ?? [])
    if (series && endedAt !== undefined) due = Math.min(due ?? Infinity, endedAt + lateUsageMs)
  return due
}
