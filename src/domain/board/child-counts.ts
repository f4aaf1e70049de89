import { numberOf } from "../wire/names.ts"
import type { Task } from "./records.ts"

/** How many children a task has. Those that were cancelled or deleted are not counted. */
export interface ChildCount {
  readonly total: number
  readonly done: number
}

/** The count of each task that has children. Each change keeps them up to date, so nobody has to count. */
export interface ChildCounts {
  of(parent: number): ChildCount
  changed(before: Task | undefined, after: Task | undefined): void
  /** For comparing two boards. */
  dump(): unknown
}

export function createChildCounts(): ChildCounts {
  const counts = new Map<number, { total: number; done: number }>()

  function add(task: Task | undefined, step: 1 | -1): void {
    if (!task || task.parent === null || task.status === "cancelled") return
    const parent = numberOf(task.parent)
    const count = counts.get(parent) ?? { total: 0, done: 0 }
    count.total += step
    if (task.status === "done") count.done += step
    if (count.total === 0) counts.delete(parent)
    else counts.set(parent, count)
  }

  return {
    of: (parent) => counts.get(parent) ?? none,
    changed(before, after) {
      if (before?.parent === after?.parent && before?.status === after?.status) return
      add(before, -1)
      add(after, 1)
    },
    dump: () => [...counts].map(([n, count]) => [n, { ...count }] as const).sort(([a], [b]) => a - b),
  }
}

// --- internal ---

const none: ChildCount = { total: 0, done: 0 }
