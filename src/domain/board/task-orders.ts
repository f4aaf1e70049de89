import { createPlaceSet, type PlaceSet } from "../collections/place-set.ts"
import type { Task } from "./records.ts"
import { priorities, statuses, type Status } from "../wire/enums.ts"

/** The orders beside the one by number. Their keys are times in ms since 1970, or the place of the priority. */
export const taskOrders = ["updated", "priority", "due", "started"] as const
export type TaskOrder = (typeof taskOrders)[number]

/**
 * The tasks in each order that somebody has asked for, in one set for each status, since most lists name a status. This
 * costs little: each change of a task moves it in the order of `updated` anyway, and in the others only when the status
 * or the key changes.
 */
export interface TaskOrders {
  /** The order of `due` leaves out tasks without a `dueAt`, and that of `started` those that are not in progress. */
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
    case "started":
      return inProgress.has(task.status) ? (task.startedAt ?? undefined) : undefined
  }
}

/** True for an order that leaves out some tasks. */
export function hasGaps(order: string): boolean {
  return order === "due" || order === "started"
}

// --- internal ---

const inProgress: ReadonlySet<Status> = new Set(["doing", "blocked", "review"])

function perStatus(): Record<Status, PlaceSet> {
  return Object.fromEntries(statuses.map((status) => [status, createPlaceSet()])) as Record<Status, PlaceSet>
}
