import type { Status, Task } from "./records.ts"
import { agentScope, everything, projectScope } from "./scopes.ts"

/** How many tasks stand in each status, and all together. */
export type Counts = Readonly<Record<Status | "all", number>>

/** Counts of everything, of each assignee and of each project. Kept up by each change. */
export interface StatusCounts {
  of(scope: string): Counts
  /** Every scope that has a task. */
  scopes(): Iterable<string>
  changed(before: Task | undefined, after: Task | undefined): void
  /** For comparing two boards. */
  dump(): unknown
}

export function createStatusCounts(): StatusCounts {
  const counts = new Map<string, Record<Status | "all", number>>()

  /** One task less in a status, one more in another. */
  function shift(scope: string, from: Status | undefined, to: Status | undefined): void {
    let count = counts.get(scope)
    if (!count) counts.set(scope, (count = { ...none }))
    if (from) {
      count[from]--
      count.all--
    }
    if (to) {
      count[to]++
      count.all++
    }
    if (count.all === 0) counts.delete(scope)
  }

  return {
    of: (scope) => counts.get(scope) ?? none,
    scopes: () => counts.keys(),
    changed(before, after) {
      const isSame =
        before?.status === after?.status &&
        before?.assignee === after?.assignee &&
        before?.project === after?.project
      if (isSame) return
      const [from, to] = [before?.status, after?.status]
      const [left, joined] = [before?.assignee ?? null, after?.assignee ?? null]
      shift(everything, from, to)
      if (before?.project === after?.project) shift(projectScope(after?.project ?? ""), from, to)
      else {
        if (before) shift(projectScope(before.project), from, undefined)
        if (after) shift(projectScope(after.project), undefined, to)
      }
      if (left !== null && left === joined) shift(agentScope(left), from, to)
      else {
        if (left !== null) shift(agentScope(left), from, undefined)
        if (joined !== null) shift(agentScope(joined), undefined, to)
      }
    },
    dump: () => [...counts].map(([scope, count]) => [scope, { ...count }]).sort(),
  }
}

// --- internal ---

const none: Counts = { todo: 0, doing: 0, blocked: 0, review: 0, done: 0, cancelled: 0, all: 0 }
