import type { Task } from "../records.ts"
import { agentScope, everything, projectScope } from "../scopes.ts"
import type { Status } from "../../wire/enums.ts"

/** The number of tasks in each status, and in total. */
export type Counts = Readonly<Record<Status | "all", number>>

/** The counts of the whole board, of each assignee and of each project. Each change keeps them up to date. */
export type StatusCounts = ReturnType<typeof createStatusCounts>

export function createStatusCounts() {
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

  /** Moves a task from the scope of its old name to the scope of its new name. */
  function move(
    before: Task | undefined,
    after: Task | undefined,
    nameOf: (task: Task) => string | null,
    scopeOf: (name: string) => string,
  ): void {
    const left = before ? nameOf(before) : null
    const joined = after ? nameOf(after) : null
    if (left !== null && left === joined) return shift(scopeOf(left), before?.status, after?.status)
    if (left !== null) shift(scopeOf(left), before?.status, undefined)
    if (joined !== null) shift(scopeOf(joined), undefined, after?.status)
  }

  return {
    of: (scope: string): Counts => counts.get(scope) ?? none,
    /** Every scope that has a task. */
    scopes: (): Iterable<string> => counts.keys(),
    changed(before: Task | undefined, after: Task | undefined): void {
      const isSame =
        before?.status === after?.status &&
        before?.assignee === after?.assignee &&
        before?.fields.project === after?.fields.project
      if (isSame) return
      shift(everything, before?.status, after?.status)
      move(before, after, ({ fields: { project } }) => project, projectScope)
      move(before, after, ({ assignee }) => assignee, agentScope)
    },
    /** For comparing two boards. */
    dump: (): unknown => [...counts].map(([scope, count]) => [scope, { ...count }]).sort(),
  }
}

// --- internal ---

const none: Counts = { todo: 0, doing: 0, blocked: 0, review: 0, done: 0, cancelled: 0, all: 0 }
