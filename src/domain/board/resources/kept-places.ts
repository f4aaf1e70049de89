import type { Resource, Task } from "../records.ts"

/**
 * The places that a task keeps while nobody is at work on it: what it did there has not landed, and whoever begins there
 * now would not see it. What was declared as a resource is no place.
 */
export function keptPlaces(task: Task, declared: (name: string) => Resource | undefined): readonly string[] {
  if (!mayKeepPlaces(task)) return none
  return task.fields.resources.filter(
    (name) => !task.work?.freed.includes(name) && declared(name)?.capacity == null,
  )
}

/** Whether it has work that may land yet, and needs anything at all. */
export function mayKeepPlaces({ status, work, fields: { resources } }: Task): boolean {
  return work !== null && work.landed === null && status !== "cancelled" && resources.length > 0
}

const none: readonly string[] = Object.freeze([])
