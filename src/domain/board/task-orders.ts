import { createPlaceSet, type PlaceSet } from "../collections/place-set.ts"
import type { Task } from "./records.ts"
import { priorities, statuses, type Status } from "../wire/enums.ts"

/** What tasks are kept in order by, beside their number: ms since 1970, or the place of the priority. */
export const taskOrders = ["updated", "priority", "due"] as const
export type TaskOrder = (typeof taskOrders)[number]

/**
 * Tasks in each order that somebody has asked for, apart by status, since most lists name one: a task that changes
 * has to be moved in the order of `updated` anyway, and in the others only where its status changes too.
 */
export interface TaskOrders {
  /** Tasks without a `dueAt` are not in the order of `due`. */
  get(order: TaskOrder, status: Status): PlaceSet
  changed(before: Task | undefined, after: Task | undefined): void
  dump(): unknown
}

export function createTaskOrders(tasks: () => Iterable<Task>): TaskOrders {
  const made = new Map<TaskOrder, Record<Status, PlaceSet>>()

  function setsOf(order: TaskOrder): Record<Status, PlaceSet> {
    const known = made.get(order)
    if (known) return known
    const sets = perStatus()
    made.set(order, sets)
    for (const task of tasks()) {
      const key = keyIn(task, order)
      if (key !== undefined) sets[task.status].add(key, task.n)
    }
    return sets
  }

  return {
    get: (order, status) => setsOf(order)[status],
    changed(before, after) {
      for (const [order, sets] of made) {
        const from = before && keyIn(before, order)
        const to = after && keyIn(after, order)
        if (from === to && before?.status === after?.status) continue
        if (before && from !== undefined) sets[before.status].delete(from, before.n)
        if (after && to !== undefined) sets[after.status].add(to, after.n)
      }
    },
    dump: () =>
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
      return priorities.indexOf(task.priority)
    case "due":
      return task.dueAt ?? undefined
  }
}

// --- internal ---

function perStatus(): Record<Status, PlaceSet> {
  return Object.fromEntries(statuses.map((status) => [status, createPlaceSet()])) as Record<Status, PlaceSet>
}
