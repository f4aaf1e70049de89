import { createPlaceSet, type PlaceSet } from "../../collections/place-set.ts"
import { createGradual, type Gradual, type NumberedTasks } from "./gradual.ts"
import type { Task } from "../records.ts"
import { numberOfRank } from "../../wire/tasks/rank.ts"
import { priorities, statuses, type Status } from "../../wire/enums.ts"

/**
 * The orders other than by number. Their keys are times in ms since 1970, or numbers that sort by priority and, within
 * a priority, put tasks with a rank first, in the order of their ranks.
 */
const taskOrders = ["updated", "priority", "due", "started"] as const
export type TaskOrder = (typeof taskOrders)[number]

/**
 * The tasks in each order that was requested, with one set per status, because most lists name a status. This costs
 * little: each change of a task moves it in the order of `updated` anyway, and in the others only when the status or
 * the key changes.
 */
export type TaskOrders = ReturnType<typeof createTaskOrders>

export function createTaskOrders(tasks: NumberedTasks) {
  const made = new Map<TaskOrder, { readonly sets: Record<Status, PlaceSet>; readonly gradual: Gradual }>()

  const madeOf = (order: TaskOrder) => made.get(order) ?? begin(order)

  function setsOf(order: TaskOrder): Record<Status, PlaceSet> {
    const { sets, gradual } = madeOf(order)
    gradual.complete()
    return sets
  }

  function begin(order: TaskOrder) {
    const sets = perStatus()
    const gradual = createGradual(tasks, (task) => {
      const key = keyIn(task, order)
      if (key !== undefined) sets[task.status].add(key, task.n)
    })
    const begun = { sets, gradual }
    made.set(order, begun)
    return begun
  }

  return {
    /**
     * The order of `due` leaves out tasks without a `dueAt`, and the order of `started` leaves out tasks that are not
     * in progress.
     */
    get: (order: TaskOrder, status: Status): PlaceSet => setsOf(order)[status],
    gradual: (order: TaskOrder): Gradual => madeOf(order).gradual,
    changed(before: Task | undefined, after: Task | undefined): void {
      for (const [order, { sets, gradual }] of made) {
        if (!gradual.holds((after ?? before)?.n ?? 0)) continue
        const from = before && keyIn(before, order)
        const to = after && keyIn(after, order)
        if (from === to && before?.status === after?.status) continue
        if (before && from !== undefined) sets[before.status].delete(from, before.n)
        if (after && to !== undefined) sets[after.status].add(to, after.n)
      }
    },
    dump: (): unknown =>
      taskOrders.map((order) => [
        order,
        statuses.map((status) => [status, [...setsOf(order)[status].values()]]),
      ]),
  }
}

export function keyIn(task: Task, order: TaskOrder): number | undefined {
  switch (order) {
    case "updated":
      return task.updatedAt
    case "priority":
      return urgencyOf(task.fields)
    case "due":
      return task.fields.dueAt ?? undefined
    case "started":
      return inProgress.has(task.status) ? (task.startedAt ?? undefined) : undefined
  }
}

/** True for an order that leaves out some tasks. */
export function hasGaps(order: string): boolean {
  return order === "due" || order === "started"
}

// --- internal ---

/** A rank has 48 bits, and lies below its priority. */
function urgencyOf({ priority, rank }: Task["fields"]): number {
  const place = priorities.indexOf(priority)
  return rank === null ? place * 2 ** 48 : (place - 1) * 2 ** 48 + numberOfRank(rank)
}

const inProgress: ReadonlySet<Status> = new Set(["doing", "blocked", "review"])

function perStatus(): Record<Status, PlaceSet> {
  return Object.fromEntries(statuses.map((status) => [status, createPlaceSet()])) as Record<Status, PlaceSet>
}
