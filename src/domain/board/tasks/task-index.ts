import { valueOf } from "./task-fields.ts"
import { ascending, createKeyedSets, type KeyedSets } from "../../collections/keyed-sets.ts"
import { nameKey } from "../../wire/names.ts"
import { createGradual, type Gradual, type NumberedTasks } from "./gradual.ts"
import { isSettled } from "./is-closed.ts"
import type { Task } from "../records.ts"
import type { SortedSet } from "../../collections/sorted-set.ts"
import { createTaskOrders, type TaskOrder } from "./task-orders.ts"

/** What a list can be narrowed by. */
const facets = [
  "status",
  "assignee",
  "reviewer",
  "createdBy",
  "project",
  "priority",
  "doing",
  "tag",
  "parent",
  "awaitedChild",
  "discoveredFrom",
  "toReview",
  "pull",
] as const
export type Facet = (typeof facets)[number]

/** An index of the board that is built when it is first needed. */
export type IndexName = Facet | `by ${TaskOrder}` | "attention"

/**
 * Task numbers by facet and value, in ascending order; and tasks in the orders by which a list can be sorted. Each is
 * built when it is first needed (20 ms at 100k tasks) and kept up to date from then on. So neither a start nor a write
 * pays for an unused index. Only the index of awaited children exists from the start, because every view of a task may
 * name them.
 */
export type TaskIndex = ReturnType<typeof createTaskIndex>

export function createTaskIndex(tasks: NumberedTasks) {
  const made = new Map<Facet, { readonly sets: KeyedSets; readonly gradual: Gradual }>()
  const orders = createTaskOrders(tasks)

  const madeOf = (facet: Facet) => made.get(facet) ?? begin(facet)

  function setsOf(facet: Facet): KeyedSets {
    const { sets, gradual } = madeOf(facet)
    gradual.complete()
    return sets
  }

  function begin(facet: Facet) {
    const sets = createKeyedSets(ascending)
    const gradual = createGradual(tasks, (task) => {
      for (const value of facetValues(task, facet)) sets.add(value, task.n)
    })
    const begun = { sets, gradual }
    made.set(facet, begun)
    return begun
  }

  setsOf("awaitedChild")
  return {
    /** `value` as `facetValues` gives it. */
    get: (facet: Facet, value: string): SortedSet<number> | undefined => setsOf(facet).get(value),
    orders,
    gradual: (name: Exclude<IndexName, "attention">): Gradual =>
      isOrder(name) ? orders.gradual(orderIn(name)) : madeOf(name).gradual,
    /** The highest number of a task so far. */
    get highest() {
      return tasks.last
    },
    changed(before: Task | undefined, after: Task | undefined): void {
      const n = (after ?? before)?.n ?? 0
      for (const [facet, { sets, gradual }] of made) {
        if (!gradual.holds(n)) continue
        if (before && after && isUnchanged(before, after, facet)) continue
        if (before) for (const value of facetValues(before, facet)) sets.delete(value, n)
        if (after) for (const value of facetValues(after, facet)) sets.add(value, n)
      }
      orders.changed(before, after)
    },
    dump: (): unknown => [...facets.map((facet) => [facet, setsOf(facet).dump()]), orders.dump()],
  }
}

/** The values of a task in one facet. Names are given as `nameKey`, and a missing name as the empty text. */
export function facetValues(task: Task, facet: Facet): readonly string[] {
  switch (facet) {
    case "status":
    case "project":
    case "priority":
      return [valueOf(task, facet)]
    case "assignee":
    case "reviewer":
    case "createdBy":
      return [nameKey(valueOf(task, facet) ?? "")]
    case "doing":
      return task.status === "doing" ? [nameKey(task.assignee ?? "")] : none
    case "parent":
    case "discoveredFrom":
      return listOf(valueOf(task, facet))
    case "awaitedChild":
      return task.fields.parent === null || isSettled(task) ? none : [task.fields.parent]
    case "toReview":
      return task.status === "review" ? [nameKey(task.fields.reviewer ?? "")] : none
    case "pull":
      return listOf(pullOf(task))
    case "tag":
      return task.fields.tags
  }
}

// --- internal ---

const none: readonly string[] = []

const listOf = (id: string | null) => (id === null ? none : [id])

const isOrder = (name: IndexName): name is `by ${TaskOrder}` => name.startsWith("by ")
const orderIn = (name: `by ${TaskOrder}`) => name.slice("by ".length) as TaskOrder

/** Most changes leave most facets unchanged. Comparing the fields is much cheaper than computing the values. */
function isUnchanged(before: Task, after: Task, facet: Facet): boolean {
  switch (facet) {
    case "doing":
      return before.status === after.status && before.assignee === after.assignee
    case "toReview":
      return before.status === after.status && before.fields.reviewer === after.fields.reviewer
    case "tag":
      return before.fields.tags === after.fields.tags
    case "pull":
      return before.work === after.work
    case "awaitedChild":
      return isSettled(before) === isSettled(after) && before.fields.parent === after.fields.parent
    default:
      return valueOf(before, facet) === valueOf(after, facet)
  }
}

/** The state of a task's pull request; `landed` once the work has landed in any way. */
function pullOf({ work }: Task): string | null {
  if (!work || work.url === undefined) return null
  return work.landed ? "landed" : (work.pull?.state ?? "open")
}
