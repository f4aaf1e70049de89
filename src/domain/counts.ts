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

  function add(task: Task, by: 1 | -1): void {
    step(everything, task.status, by)
    step(projectScope(task.project), task.status, by)
    if (task.assignee !== null) step(agentScope(task.assignee), task.status, by)
  }

  function step(scope: string, status: Status, by: 1 | -1): void {
    let count = counts.get(scope)
    if (!count) counts.set(scope, (count = { ...none }))
    count[status] += by
    count.all += by
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
      if (before) add(before, -1)
      if (after) add(after, 1)
    },
    dump: () => [...counts].map(([scope, count]) => [scope, { ...count }]).sort(),
  }
}

// --- internal ---

const none: Counts = { todo: 0, doing: 0, blocked: 0, review: 0, done: 0, cancelled: 0, all: 0 }
