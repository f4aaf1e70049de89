import { merge } from "../collections/merge.ts"
import { comparePlaces, type SetPlace } from "../collections/place-set.ts"
import type { Task } from "../board/records.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { keyIn, type TaskOrder, type TaskOrders } from "../board/task-orders.ts"
import type { Status } from "../wire/enums.ts"

/** In what order a list comes; `-` turns one round. Ties go by number, and tasks without `dueAt` always come last. */
export const sorts = [
  "created",
  "-created",
  "updated",
  "-updated",
  "priority",
  "-priority",
  "due",
  "-due",
] as const
export type Sort = (typeof sorts)[number]

/** Where a task stands in a list so sorted. Without `dueAt` its key in the order of `due` is infinite. */
export function placeOf(task: Task, sort: Sort): SetPlace {
  const { order } = partsOf(sort)
  return { n: task.n, key: order === "created" ? task.n : (keyIn(task, order) ?? Infinity) }
}

/** Which of two places comes first in a list so sorted. */
export function comparing(sort: Sort): (a: SetPlace, b: SetPlace) => number {
  if (!partsOf(sort).isDown) return comparePlaces
  return (a, b) => ((a.key === Infinity) === (b.key === Infinity) ? comparePlaces(b, a) : a.key - b.key)
}

/** What a walk goes over. */
export interface Ground {
  /** Numbers of tasks. */
  readonly numbers: readonly SortedSet<number>[]
  readonly orders: TaskOrders
  /** Of tasks of these alone. */
  readonly statuses: readonly Status[]
}

/**
 * Places in order, behind `after` where it is given. Those of infinite key at the end of `due` are of all tasks of
 * the ground: of one that has a `dueAt` it is not the place.
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
  if (order !== "due") return
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
