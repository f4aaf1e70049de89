import { numberOf } from "../../wire/names.ts"
import type { Task } from "../records.ts"

/** For each task, the numbers of the tasks that have it in their `blockedBy`. */
export function createDependents() {
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
    /** In ascending order. */
    of(n: number) {
      const set = sets.get(n)
      return set ? inOrder(set) : none
    },
    /** The same numbers in no order. */
    waiting: (n: number) => sets.get(n) ?? none,
    changed(before: Task | undefined, after: Task | undefined) {
      if (before?.fields.blockedBy === after?.fields.blockedBy) return
      if (before) link(before, false)
      if (after) link(after, true)
    },
    /** For comparing two boards. */
    dump: () => [...sets].map(([n, set]) => [n, inOrder(set)] as const).sort(([a], [b]) => a - b),
  }
}

// --- internal ---

const none: readonly number[] = []

function inOrder(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b)
}
