import { createNumberSet, type NumberSet } from "../collections/number-set.ts"
import { numberOf } from "../wire/names.ts"
import { createChildCounts, type ChildCount, type ChildStatuses } from "./child-counts.ts"
import { createDependents } from "./dependents.ts"
import { isClosed } from "./is-closed.ts"
import { queuePlaceOf } from "./queue-place.ts"
import { createQueues, type Queues } from "./queues.ts"
import type { Task } from "./records.ts"
import { createSleepers, type Sleepers } from "./sleepers.ts"

/**
 * The tasks that are ready (`docs/rules.md`), in the order they are handed out: priority, then number. Each change
 * keeps the queues up to date, so finding the next task costs the same on a board of any size.
 */
export interface ReadyQueues
  extends Pick<Queues, "todo" | "doing">, Pick<Sleepers, "advance" | "wakes" | "nextWake"> {
  has(n: number): boolean
  /** Grows whenever a task becomes ready for somebody. Waiting requests watch it. */
  readonly arrivals: number
  /** To be called when a pause ends: counts every ready task as an arrival. */
  announce(): void
  /** Numbers of all ready tasks, in ascending order. */
  ready(): Omit<NumberSet, "add" | "delete">
  /** How many of them are in `todo`, so that somebody may begin them. */
  readonly readyTodo: number
  changed(before: Task | undefined, after: Task | undefined): void
  /** Numbers of the tasks that have this one in their `blockedBy`. */
  dependents(n: number): readonly number[]
  /** The same numbers in no order. */
  waiting(n: number): Iterable<number>
  children(n: number): ChildCount
  childStatuses(n: number): ChildStatuses
  /** Keys and members of the queues, for comparing two boards. */
  dump(): unknown
}

export function createReadyQueues(tasks: Pick<ReadonlyMap<number, Task>, "get" | "values">): ReadyQueues {
  const queues = createQueues()
  const ready = createNumberSet()
  const sleepers = createSleepers(tasks, reconsider)
  const dependents = createDependents()
  const children = createChildCounts()
  let arrivals = 0
  let readyTodo = 0

  function isReady(task: Task): boolean {
    if (task.status !== "todo" && task.status !== "doing") return false
    if (!sleepers.isAwake(task)) return false
    if (children.hasOpen(task.n)) return false
    return task.blockedBy.every((id) => isClosed(tasks.get(numberOf(id))))
  }

  function refresh(before: Task | undefined, after: Task | undefined): void {
    const n = (after ?? before)?.n
    if (n === undefined) return
    const from = ready.has(n) ? before : undefined
    const to = after && isReady(after) ? after : undefined
    if (!from && !to) return
    const isMoved = queues.move(from && queuePlaceOf(from), to && queuePlaceOf(to))
    readyTodo += Number(to?.status === "todo") - Number(from?.status === "todo")
    if (to) ready.add(n)
    else ready.delete(n)
    if (to && isArrival(before, to, isMoved)) arrivals++
  }

  /** Looks again at a task of which something else has changed: the time, a child, or a task that it waits for. */
  function reconsider(n: number): void {
    const task = tasks.get(n)
    refresh(task, task)
  }

  return {
    has: ready.has,
    todo: queues.todo,
    doing: queues.doing,
    get arrivals() {
      return arrivals
    },
    announce() {
      arrivals += ready.size
    },
    ready: () => ready,
    get readyTodo() {
      return readyTodo
    },
    changed(before, after) {
      dependents.changed(before, after)
      sleepers.changed(before, after)
      children.changed(before, after)
      refresh(before, after)
      const isStill = isClosed(before) === isClosed(after)
      const left = before?.parent ?? null
      const joined = after?.parent ?? null
      if (left !== null && (!isStill || left !== joined)) reconsider(numberOf(left))
      if (joined !== null && (!isStill || left !== joined)) reconsider(numberOf(joined))
      const n = (after ?? before)?.n ?? 0
      if (!isStill) for (const dependent of dependents.waiting(n)) reconsider(dependent)
    },
    advance: sleepers.advance,
    get wakes() {
      return sleepers.wakes
    },
    nextWake: sleepers.nextWake,
    dependents: dependents.of,
    waiting: dependents.waiting,
    children: children.of,
    childStatuses: children.statuses,
    dump: () => ({
      queues: queues.dump(),
      ready: [...ready],
      sleepers: sleepers.dump(),
      children: children.dump(),
      waiting: dependents.dump(),
    }),
  }
}

// --- internal ---

/** Whether a ready task might now be taken by somebody who waits. */
function isArrival(before: Task | undefined, after: Task, isMoved: boolean): boolean {
  // A request that waits under the name that has just claimed the task would take it over.
  if (after.lease?.state === "held" && before?.epoch !== after.epoch) return false
  // A request may wait for a tag or a project, so a change of these is an arrival too.
  return isMoved || before?.tags !== after.tags || before.project !== after.project
}
