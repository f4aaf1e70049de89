import { fail } from "../errors.ts"
import type { Board } from "./board.ts"
import { nameKey, taskNumber, taskId } from "./names.ts"
import { isClosed } from "./ready-queues.ts"
import type { Task } from "./records.ts"
import { createSortedSet, type SortedSet } from "./sorted-set.ts"
import { pageOfRanking } from "./ranking.ts"
import { facetValues, type Facet } from "./task-index.ts"

export interface TaskFilter {
  readonly status?: readonly string[] | undefined
  readonly assignee?: string | null | undefined
  readonly reviewer?: string | undefined
  readonly createdBy?: string | undefined
  readonly project?: string | undefined
  readonly tag?: readonly string[] | undefined
  readonly priority?: readonly string[] | undefined
  readonly ready?: boolean | undefined
  readonly overdue?: boolean | undefined
  /** What a search has found, best first: only these. */
  readonly found?: readonly number[] | undefined
  /** Default: as found, else `created`. */
  readonly sort?: "created" | "-created" | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** One condition that an index serves: the task has one of these values in the facet. */
interface Condition {
  readonly facet: Facet
  readonly values: readonly string[]
}

/** What a condition lets through, as sets to walk and as a question. */
interface Source {
  readonly sets: readonly SortedSet<number>[]
  has(task: Task): boolean
}

/** A page of the tasks that match, walking the smallest index that one of the conditions offers. */
export function listTasks(board: Board, filter: TaskFilter, now: number) {
  const { found, sort = "created" } = filter
  const sources = conditionsOf(filter).map((condition) => toSource(board, condition))
  if (found && filter.sort !== undefined) sources.push(foundSource(found))
  const { sets: smallest } = sources.reduce((a, b) => (size(b.sets) < size(a.sets) ? b : a))
  const isRanked = found !== undefined && filter.sort === undefined
  const others = isRanked ? sources : sources.filter(({ sets }) => sets !== smallest)
  const isExact = others.length === 0 && filter.ready === undefined && filter.overdue === undefined

  const matches = (task: Task) =>
    others.every((source) => source.has(task)) &&
    (filter.ready === undefined || board.ready.has(task.n) === filter.ready) &&
    (filter.overdue === undefined || isOverdue(task, now) === filter.overdue)

  if (isRanked) {
    const { items, ...page } = pageOfRanking(found, filter, (n) => {
      const task = board.tasks.get(n)
      return task && matches(task) ? task : undefined
    })
    return { tasks: items, ...page }
  }

  const after = cursorNumber(filter.cursor)
  const tasks: Task[] = []
  let hasMore = false
  for (const n of walk(smallest, sort, after)) {
    const task = board.tasks.get(n)
    if (!task || !matches(task)) continue
    hasMore = tasks.length === filter.limit
    if (hasMore) break
    tasks.push(task)
  }
  const last = tasks.at(-1)
  const total = isExact ? size(smallest) : count(board, smallest, matches)
  return { tasks, next: hasMore && last ? taskId(last.n) : null, total }
}

// --- internal ---

function conditionsOf(filter: TaskFilter): Condition[] {
  const one = (facet: Facet, value: string | undefined) =>
    value === undefined ? [] : [{ facet, values: [value] }]
  const any = (facet: Facet, values: readonly string[] | undefined) =>
    values === undefined ? [] : [{ facet, values: [...new Set(values)] }]
  const key = (name: string | null | undefined) => (name === undefined ? undefined : nameKey(name ?? ""))
  const conditions: Condition[] = [
    ...any("status", filter.status),
    ...one("assignee", key(filter.assignee)),
    ...one("reviewer", key(filter.reviewer)),
    ...one("createdBy", key(filter.createdBy)),
    ...one("project", filter.project),
    ...any("priority", filter.priority),
    ...(filter.tag ?? []).flatMap((tag) => one("tag", tag)),
    ...(filter.ready === true ? [{ facet: "status", values: ["todo", "doing"] } as const] : []),
    ...(filter.overdue === true ? one("due", "") : []),
  ]
  return conditions.length > 0 ? conditions : [{ facet: "all", values: [""] }]
}

function toSource(board: Board, { facet, values }: Condition): Source {
  return {
    sets: values.flatMap((value) => board.index.get(facet, value) ?? []),
    has: (task) => facetValues(task, facet).some((value) => values.includes(value)),
  }
}

function foundSource(found: readonly number[]): Source {
  const set = createSortedSet<number>((a, b) => a - b)
  for (const n of [...found].sort((a, b) => a - b)) set.add(n)
  return { sets: [set], has: ({ n }) => set.has(n) }
}

function isOverdue(task: Task, now: number): boolean {
  return task.dueAt !== null && task.dueAt < now && !isClosed(task)
}

function size(sets: readonly SortedSet<number>[]): number {
  return sets.reduce((sum, set) => sum + set.size, 0)
}

function count(board: Board, sets: readonly SortedSet<number>[], matches: (task: Task) => boolean): number {
  let total = 0
  for (const set of sets) {
    for (const n of set.values()) {
      const task = board.tasks.get(n)
      if (task && matches(task)) total++
    }
  }
  return total
}

function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const n = taskNumber(cursor)
  if (n !== undefined) return n
  fail("invalid_input", {
    detail: "That is not a cursor of this list.",
    errors: [{ path: "cursor", message: "expected the `next` of the page before", received: cursor }],
  })
}

/** Merges a few disjoint ordered sets into one ascending (or descending) walk. */
function* walk(
  sets: readonly SortedSet<number>[],
  sort: "created" | "-created",
  after: number | undefined,
): Generator<number, void> {
  const isDown = sort === "-created"
  const walks = sets.map((set) => (isDown ? set.reversed(after) : set.values(after)))
  const heads = walks.map((each) => each.next())
  for (;;) {
    let best = -1
    let bestValue = 0
    heads.forEach((head, i) => {
      if (head.done) return
      if (best === -1 || (isDown ? head.value > bestValue : head.value < bestValue))
        [best, bestValue] = [i, head.value]
    })
    const chosen = walks[best]
    if (!chosen) return
    heads[best] = chosen.next()
    yield bestValue
  }
}
