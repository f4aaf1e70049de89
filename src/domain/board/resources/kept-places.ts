import type { Resource, Task } from "../records.ts"

/**
 * The places that a task keeps while nobody is working on it: its work there has not landed, and anyone who started
 * there now would not see it. A declared resource is not a place.
 */
export function keptPlaces(task: Task, declared: (name: string) => Resource | undefined): readonly string[] {
  if (!mayKeepPlaces(task)) return none
  return task.fields.resources.filter(
    (name) => !task.work?.freed.includes(name) && declared(name)?.capacity == null,
  )
}

/** Whether the task has work that may still land, and needs anything at all. */
export function mayKeepPlaces({ status, work, fields: { resources } }: Task): boolean {
  return work !== null && work.landed === null && status !== "cancelled" && resources.length > 0
}

const none: readonly string[] = Object.freeze([])
