import { numberOf } from "../../wire/names.ts"
import type { Task } from "../records.ts"

/** For each task, the numbers of those that have it in their `blockedBy`. */
export interface Dependents {
  /** In ascending order. */
  of(n: number): readonly number[]
  /** The same numbers in no order. */
  waiting(n: number): Iterable<number>
  changed(before: Task | undefined, after: Task | undefined): void
  /** For comparing two boards. */
  dump(): unknown
}

export function createDependents(): Dependents {
  const sets = new Map<number, Set<number>>()

  function link(task: Task, isLinked: boolean): void {
    for (const id of task.fields.blockedBy) {
      const blocker = numberOf(id)
      const set = sets.get(blocker) ?? new Set()
      if (isLinked) sets.set(blocker, set.add(task.n))
      else if (set.delete(task.n) && set.size === 0) sets.delete(blocker)
    }
  }

  return {
    of(n) {
      const set = sets.get(n)
      return set ? inOrder(set) : none
    },
    waiting: (n) => sets.get(n) ?? none,
    changed(before, after) {
      if (before?.fields.blockedBy === after?.fields.blockedBy) return
      if (before) link(before, false)
      if (after) link(after, true)
    },
    dump: () => [...sets].map(([n, set]) => [n, inOrder(set)] as const).sort(([a], [b]) => a - b),
  }
}

// --- internal ---

const none: readonly number[] = []

function inOrder(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b)
}
