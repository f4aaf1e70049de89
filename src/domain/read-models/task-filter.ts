import type { Board } from "../board/board.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { isClosed } from "../board/ready-queues.ts"
import type { Task } from "../board/records.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { facetValues, type Facet } from "../board/task-index.ts"
import { needsOf } from "./now.ts"
import { openStatuses, statuses, type Status } from "../wire/enums.ts"

/** The filters of a list of tasks. Times are ms since 1970. */
export interface TaskFilter {
  readonly ids?: readonly string[] | undefined
  readonly status?: readonly Status[] | undefined
  /** null: nobody. */
  readonly assignee?: readonly (string | null)[] | undefined
  readonly notAssignee?: readonly (string | null)[] | undefined
  readonly reviewer?: readonly string[] | undefined
  readonly notReviewer?: readonly string[] | undefined
  readonly createdBy?: string | undefined
  readonly project?: readonly string[] | undefined
  readonly notProject?: readonly string[] | undefined
  readonly parent?: string | undefined
  readonly discoveredFrom?: string | undefined
  /** A task must carry all of these. */
  readonly tag?: readonly string[] | undefined
  /** A task must carry none of these. */
  readonly notTag?: readonly string[] | undefined
  readonly priority?: readonly string[] | undefined
  readonly ready?: boolean | undefined
  readonly overdue?: boolean | undefined
  readonly stuck?: boolean | undefined
  /** Only what needs this agent. */
  readonly needs?: string | undefined
  readonly updatedSince?: number | undefined
  /** Only these task numbers, which a search has found, best match first. */
  readonly found?: readonly number[] | undefined
}

/** A condition that a task must meet, with the index that finds such tasks. */
export interface Condition {
  /** The exact number of tasks that meet it; Infinity where no index knows. */
  readonly size: number
  /** The numbers of the tasks that meet it, in any order. */
  numbers(): Iterable<number>
  /** The same numbers as ordered sets that share no member, where there are such sets. */
  readonly sets?: readonly SortedSet<number>[]
  /** The statuses that a task which meets it can have; default: any. */
  readonly statuses?: readonly Status[]
  has(task: Task): boolean
}

/** The condition that every task of these statuses meets. */
export function ofStatus(board: Board, given: readonly Status[]): Condition {
  return { ...ofFacet(board, "status", given), statuses: given }
}

export function conditionsOf(board: Board, filter: TaskFilter, now: number): Condition[] {
  const { ids, status, assignee, reviewer, createdBy, project, tag, priority } = filter
  const { parent, discoveredFrom, ready, overdue, stuck, needs, updatedSince, found } = filter
  const { notAssignee, notReviewer, notProject, notTag } = filter
  const facet = (name: Facet, values: readonly string[]) => ofFacet(board, name, values)
  const without = (name: Facet, values: readonly string[]) => ofOthers(board, name, values)
  return [
    ...(ids ? [ofNumbers(board, ids.map(numberOf))] : []),
    ...(found ? [ofNumbers(board, found)] : []),
    ...(status ? [ofStatus(board, status)] : []),
    ...(assignee ? [facet("assignee", keysOf(assignee))] : []),
    ...(notAssignee ? [without("assignee", keysOf(notAssignee))] : []),
    ...(reviewer ? [facet("reviewer", keysOf(reviewer))] : []),
    ...(notReviewer ? [without("reviewer", keysOf(notReviewer))] : []),
    ...(createdBy === undefined ? [] : [facet("createdBy", [nameKey(createdBy)])]),
    ...(project ? [facet("project", project)] : []),
    ...(notProject ? [without("project", notProject)] : []),
    ...(parent === undefined ? [] : [facet("parent", [parent])]),
    ...(discoveredFrom === undefined ? [] : [facet("discoveredFrom", [discoveredFrom])]),
    ...(tag ?? []).map((each) => facet("tag", [each])),
    ...(notTag ?? []).map((each) => without("tag", [each])),
    ...(priority ? [facet("priority", priority)] : []),
    ...(ready === undefined ? [] : [ofReady(board, ready)]),
    ...(overdue === undefined ? [] : [ofOverdue(board, overdue, now)]),
    ...(stuck === undefined ? [] : [ofStuck(board, stuck, now)]),
    ...(needs === undefined ? [] : [ofNeeds(board, needs, now)]),
    ...(updatedSince === undefined ? [] : [ofUpdated(board, updatedSince)]),
  ]
}

// --- internal ---

function ofFacet(board: Board, facet: Facet, given: readonly string[]): Condition {
  const values = [...new Set(given)]
  const sets = values.flatMap((value) => board.index.get(facet, value) ?? [])
  return {
    size: sumOf(sets, ({ size }) => size),
    numbers: () => sets.flatMap((set) => [...set.values()]),
    sets,
    has: (task) => facetValues(task, facet).some((value) => values.includes(value)),
  }
}

/** What `ofFacet` leaves out. Its size is exact where a task has one value in the facet, or where one value is given. */
function ofOthers(board: Board, facet: Facet, given: readonly string[]): Condition {
  const { size, sets = [], has } = ofFacet(board, facet, given)
  return {
    size: board.tasks.size - size,
    *numbers() {
      for (const { n } of board.tasks.values()) if (!sets.some((set) => set.has(n))) yield n
    },
    has: (task) => !has(task),
  }
}

function keysOf(names: readonly (string | null)[]): string[] {
  return names.map((name) => nameKey(name ?? ""))
}

function ofNumbers(board: Board, given: readonly number[]): Condition {
  const numbers = new Set(given.filter((n) => board.tasks.has(n)))
  return { size: numbers.size, numbers: () => numbers, has: ({ n }) => numbers.has(n) }
}

function ofReady(board: Board, isReady: boolean): Condition {
  const ready = board.ready.ready()
  if (!isReady) return unindexed(({ n }) => !ready.has(n))
  return {
    size: ready.size,
    numbers: () => ready,
    statuses: ["todo", "doing"],
    has: ({ n }) => ready.has(n),
  }
}

/** Whether a task is open and past its `dueAt`. */
function ofOverdue(board: Board, isOverdue: boolean, now: number): Condition {
  const has = (task: Task) => task.dueAt !== null && task.dueAt < now && !isClosed(task)
  if (!isOverdue) return unindexed((task) => !has(task))
  const open = statuses.filter((status) => status !== "done" && status !== "cancelled")
  const sets = open.map((status) => board.index.orders.get("due", status))
  const end = { key: now, n: 0 }
  return {
    size: sumOf(sets, (set) => set.size - set.countFrom(end)),
    numbers: () => sets.flatMap((set) => [...set.reversed(end)].map(({ n }) => n)),
    statuses: open,
    has,
  }
}

function ofStuck({ attention }: Board, isStuck: boolean, now: number): Condition {
  const { stuck } = attention
  if (!isStuck) return unindexed(({ n }) => !stuck.has(n, now))
  return {
    size: stuck.count(now),
    numbers: () => stuck.numbers(now),
    statuses: openStatuses,
    has: ({ n }) => stuck.has(n, now),
  }
}

function ofNeeds(board: Board, name: string, now: number): Condition {
  const numbers = needsOf(board, name, now)
  return { size: numbers.size, numbers: () => numbers, has: ({ n }) => numbers.has(n) }
}

function ofUpdated(board: Board, since: number): Condition {
  const sets = statuses.map((status) => board.index.orders.get("updated", status))
  const start = { key: since, n: 0 }
  return {
    size: sumOf(sets, (set) => set.countFrom(start)),
    numbers: () => sets.flatMap((set) => [...set.values(start)].map(({ n }) => n)),
    has: ({ updatedAt }) => updatedAt >= since,
  }
}

/** A condition that nearly every task meets. No index is kept for it. */
function unindexed(has: Condition["has"]): Condition {
  return { size: Infinity, numbers: () => [], has }
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
