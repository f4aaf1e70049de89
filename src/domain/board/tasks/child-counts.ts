import type { Status } from "../../wire/enums.ts"
import { numberOf } from "../../wire/names.ts"
import type { Task } from "../records.ts"
import { isSettled } from "./is-closed.ts"

/** How many children a task has, without cancelled or deleted ones. */
export interface ChildCount {
  readonly total: number
  readonly done: number
}

/** How many children of a task are in each status. */
export type ChildStatuses = Readonly<Record<Status, number>>

/** The counts of each task that has children. Each change keeps them up to date, so no reader has to count. */
export type ChildCounts = ReturnType<typeof createChildCounts>

export function createChildCounts() {
  const counts = new Map<number, Record<Status, number>>()
  /** How many children of a task are done but have not landed, if there are any. */
  const unlanded = new Map<number, number>()

  function add(task: Task | undefined, step: 1 | -1): void {
    if (!task || task.fields.parent === null) return
    const parent = numberOf(task.fields.parent)
    const count = counts.get(parent) ?? { ...none }
    count[task.status] += step
    if (totalOf(count) + count.cancelled === 0) counts.delete(parent)
    else counts.set(parent, count)
    if (task.status !== "done" || isSettled(task)) return
    const rest = (unlanded.get(parent) ?? 0) + step
    if (rest === 0) unlanded.delete(parent)
    else unlanded.set(parent, rest)
  }

  return {
    of(parent: number): ChildCount {
      const count = counts.get(parent)
      return count ? { total: totalOf(count), done: count.done } : noChildren
    },
    /**
     * How many children a task waits for: its open children, and, if the task is done when its children are done, also
     * children whose work has not landed.
     */
    awaited({ n, fields: { result } }: Task): number {
      const count = counts.get(n)
      const more = result === "children" ? (unlanded.get(n) ?? 0) : 0
      return count === undefined ? 0 : totalOf(count) - count.done + more
    },
    statuses: (parent: number): ChildStatuses => counts.get(parent) ?? none,
    changed(before: Task | undefined, after: Task | undefined): void {
      const isSame = before?.fields.parent === after?.fields.parent && before?.status === after?.status
      if (isSame && isSettled(before) === isSettled(after)) return
      add(before, -1)
      add(after, 1)
    },
    /** For comparing two boards. */
    dump: (): unknown =>
      [...counts]
        .map(([n, count]) => [n, { ...count }, unlanded.get(n) ?? 0] as const)
        .sort(([a], [b]) => a - b),
  }
}

// --- internal ---

const none: ChildStatuses = { todo: 0, doing: 0, blocked: 0, review: 0, done: 0, cancelled: 0 }
const noChildren: ChildCount = { total: 0, done: 0 }

function totalOf({ todo, doing, blocked, review, done }: ChildStatuses): number {
  return todo + doing + blocked + review + done
}
