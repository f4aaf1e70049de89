import type { IndexName } from "../board/tasks/task-index.ts"
import type { TaskFilter } from "./task-filter.ts"
import { orderOf, type Sort } from "./task-sort.ts"

/** The indexes that a list with these filters and this order needs. */
export function indexesOfList(
  list: { readonly [Filter in keyof TaskFilter]?: unknown } & { readonly sort?: Sort | undefined },
): IndexName[] {
  const given = filters.filter((name) => list[name] !== undefined)
  const order = orderOf(list.sort ?? "created")
  return [
    "status", // gives all tasks
    ...given.flatMap((name) => indexesOfFilter[name]),
    ...(order === "created" ? [] : [`by ${order}` as const]),
  ]
}

// --- internal ---

const indexesOfFilter: Readonly<Record<keyof TaskFilter, readonly IndexName[]>> = {
  ids: [],
  status: ["status"],
  assignee: ["assignee"],
  notAssignee: ["assignee"],
  reviewer: ["reviewer"],
  notReviewer: ["reviewer"],
  createdBy: ["createdBy"],
  project: ["project"],
  notProject: ["project"],
  parent: ["parent"],
  discoveredFrom: ["discoveredFrom"],
  tag: ["tag"],
  notTag: ["tag"],
  priority: ["priority"],
  ready: [],
  overdue: ["by due"],
  stuck: ["attention"],
  needs: ["attention", "toReview"],
  pull: ["pull"],
  source: [],
  updatedSince: ["by updated"],
  found: [],
}

const filters = Object.keys(indexesOfFilter) as (keyof TaskFilter)[]
