import { createKeyedSets, type KeyedSets } from "./keyed-sets.ts"
import { nameKey } from "./names.ts"
import { isClosed } from "./ready-queues.ts"
import type { Task } from "./records.ts"

/** What a list can be narrowed by; each value has its own set of task numbers. */
export const facets = [
  "status",
  "assignee",
  "reviewer",
  "createdBy",
  "project",
  "tag",
  "priority",
  "due",
  "all",
] as const
export type Facet = (typeof facets)[number]

/** Task numbers by facet and value, in ascending order. */
export interface TaskIndex {
  get(facet: Facet, value: string): ReturnType<KeyedSets["get"]>
  changed(before: Task | undefined, after: Task | undefined): void
  dump(): unknown
}

export function createTaskIndex(): TaskIndex {
  const sets = createKeyedSets()
  return {
    get: (facet, value) => sets.get(`${facet}\n${value}`),
    changed(before, after) {
      const n = (after ?? before)?.n ?? 0
      sets.move(before ? keysOf(before) : [], n, after ? keysOf(after) : [], n)
    },
    dump: () => [...sets.keys()].sort().map((key) => [key, [...(sets.get(key)?.values() ?? [])]]),
  }
}

/** The values of a task in one facet, as its sets are named: names as keys, nobody as the empty text. */
export function facetValues(task: Task, facet: Facet): readonly string[] {
  switch (facet) {
    case "status":
    case "project":
    case "priority":
      return [task[facet]]
    case "assignee":
    case "reviewer":
    case "createdBy":
      return [nameKey(task[facet] ?? "")]
    case "tag":
      return task.tags
    case "due":
      return task.dueAt !== null && !isClosed(task) ? [""] : []
    case "all":
      return [""]
  }
}

// --- internal ---

function keysOf(task: Task): string[] {
  return facets.flatMap((facet) => facetValues(task, facet).map((value) => `${facet}\n${value}`))
}
