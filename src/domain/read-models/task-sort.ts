import { merge } from "../collections/merge.ts"
import { comparePlaces, type SetPlace } from "../collections/place-set.ts"
import type { Task } from "../board/records.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { hasGaps, keyIn, type TaskOrder, type TaskOrders } from "../board/tasks/task-orders.ts"
import type { Status } from "../wire/enums.ts"

/**
 * The orders of a list; `-` reverses an order. Equal tasks are ordered by number. In the order of `due`, tasks without
 * `dueAt` come last, and in the order of `started`, tasks that are not in progress.
 */
export const sorts = [
  "created",
  "-created",
  "updated",
  "-updated",
  "priority",
  "-priority",
  "due",
  "-due",
  "started",
  "-started",
] as const
export type Sort = (typeof sorts)[number]

/** The place of a task in this order. A task that the order leaves out has the key Infinity. */
export function placeInOrder(task: Task, sort: Sort): SetPlace {
  const { order } = partsOf(sort)
  return { n: task.n, key: order === "created" ? task.n : (keyIn(task, order) ?? Infinity) }
}

/** What a list is sorted by, in whichever direction. */
export function orderOf(sort: Sort): "created" | TaskOrder {
  return partsOf(sort).order
}

/** Makes the comparison of two places in this order. */
export function comparing(sort: Sort): (a: SetPlace, b: SetPlace) => number {
  if (!partsOf(sort).isDown) return comparePlaces
  return (a, b) => ((a.key === Infinity) === (b.key === Infinity) ? comparePlaces(b, a) : a.key - b.key)
}

/** The tasks that a walk goes over. */
export interface Ground {
  /** Numbers of tasks. */
  readonly numbers: readonly SortedSet<number>[]
  readonly orders: TaskOrders
  /** The orders are walked for tasks of these statuses only. */
  readonly statuses: readonly Status[]
}

/**
 * Walks the places in this order, after `after` if given. At the end of an order that leaves out tasks, it returns
 * every task of the board once with the key Infinity. The caller skips tasks that have a place in the order.
 */
export function* walk(ground: Ground, sort: Sort, after: SetPlace | undefined): Generator<SetPlace, void> {
  const { order, isDown } = partsOf(sort)
  if (order === "created") {
    for (const n of walkNumbers(ground, isDown, after?.n)) yield { key: n, n }
    return
  }
  if (after?.key !== Infinity) {
    const sets = ground.statuses.map((status) => ground.orders.get(order, status))
    yield* merge(
      sets.map((set) => (isDown ? set.reversed(after) : set.values(after))),
      comparing(sort),
    )
  }
  if (!hasGaps(order)) return
  const last = after?.key === Infinity ? after.n : undefined
  for (const n of walkNumbers(ground, isDown, last)) yield { key: Infinity, n }
}

// --- internal ---

function partsOf(sort: Sort): { order: "created" | TaskOrder; isDown: boolean } {
  const isDown = sort.startsWith("-")
  return { order: (isDown ? sort.slice(1) : sort) as "created" | TaskOrder, isDown }
}

function walkNumbers(
  { numbers }: Ground,
  isDown: boolean,
  after: number | undefined,
): Generator<number, void> {
  return merge(
    numbers.map((set) => (isDown ? set.reversed(after) : set.values(after))),
    isDown ? (a, b) => b - a : (a, b) => a - b,
  )
}
