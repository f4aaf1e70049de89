import type { Board } from "../board/board.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import type { Task } from "../board/records.ts"
import type { Ranking } from "../board/search.ts"
import { createBitmap } from "../collections/bitmap.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { facetValues, type Facet } from "../board/tasks/task-index.ts"
import { needsOf, type NeedsContext } from "./now.ts"
import { openStatuses, statuses, type Status } from "../wire/enums.ts"
import { timeOf, type SentTime } from "../wire/time.ts"

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
  /** How its pull request stands; `landed` once its work has. */
  readonly pull?: readonly string[] | undefined
  /** Where it comes from, or the beginning of that. */
  readonly source?: string | undefined
  readonly updatedSince?: SentTime | undefined
  /** Only these task numbers, which a search found; the best match comes first. */
  readonly found?: Ranking | undefined
}

/** A condition that a task must meet, with the index that finds such tasks. */
export interface Condition {
  /** The exact number of tasks that meet it. */
  readonly size: number
  /**
   * Visits the numbers of the tasks that meet the condition, in any order; for an inverse, of the tasks that do not.
   */
  each(visit: (n: number) => void): void
  /** About how many numbers `each` visits. */
  readonly visits: number
  readonly isInverse?: true
  /** The same numbers as disjoint ordered sets, if there are such sets. */
  readonly sets?: readonly SortedSet<number>[]
  /** The statuses that a matching task can have; default: any. */
  readonly statuses?: readonly Status[]
  has(task: Task): boolean
}

/** The condition that every task of these statuses meets. */
export function ofStatus(board: Board, given: readonly Status[]): Condition {
  return { ...ofFacet(board, "status", given), statuses: given }
}

export function conditionsOf(board: Board, filter: TaskFilter, context: NeedsContext): Condition[] {
  const { now } = context
  const { ids, status, assignee, reviewer, createdBy, project, tag, priority } = filter
  const { parent, discoveredFrom, ready, overdue, stuck, needs, pull, source, updatedSince, found } = filter
  const { notAssignee, notReviewer, notProject, notTag } = filter
  const facet = (name: Facet, values: readonly string[]) => ofFacet(board, name, values)
  const without = (name: Facet, values: readonly string[]) => ofOthers(board, name, values)
  return [
    ...(ids ? [ofNumbers(board, ids.map(numberOf))] : []),
    ...(found ? [ofFound(board, found)] : []),
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
    ...(needs === undefined ? [] : [ofSet(needsOf(board, needs, context))]),
    ...(pull ? [facet("pull", pull)] : []),
    ...(source === undefined ? [] : [ofNumbers(board, comingFrom(board, source))]),
    ...(updatedSince === undefined ? [] : [ofUpdated(board, timeOf(updatedSince, now))]),
  ]
}

// --- internal ---

function ofFacet(board: Board, facet: Facet, given: readonly string[]): Condition {
  const values = [...new Set(given)]
  const sets = values.flatMap((value) => board.index.get(facet, value) ?? [])
  const size = sumOf(sets, (set) => set.size)
  return {
    size,
    visits: size,
    each(visit) {
      for (const set of sets) set.each(visit)
    },
    sets,
    has: (task) => facetValues(task, facet).some((value) => values.includes(value)),
  }
}

/** The complement of `ofFacet`. Its size is exact if a task has one value in the facet, or if one value is given. */
function ofOthers(board: Board, facet: Facet, given: readonly string[]): Condition {
  return inverse(board, ofFacet(board, facet, given))
}

function inverse(board: Board, { size, visits, each, has }: Condition): Condition {
  return { size: board.tasks.size - size, visits, each, isInverse: true, has: (task) => !has(task) }
}

function keysOf(names: readonly (string | null)[]): string[] {
  return names.map((name) => nameKey(name ?? ""))
}

/** @param given numbers of tasks, and perhaps others */
function ofNumbers(board: Board, given: Iterable<number>): Condition {
  const numbers = new Set<number>()
  for (const n of given) if (board.tasks.has(n)) numbers.add(n)
  return ofSet(numbers)
}

/** The tasks of a source, or of all sources that begin with this text. */
function* comingFrom(board: Board, from: string): Generator<number, void> {
  for (const { n, source, isGone } of board.origins.values())
    if (!isGone && source.startsWith(from) && /^(?:$|[/#])/.test(source.slice(from.length))) yield n
}

function ofSet(numbers: ReadonlySet<number>): Condition {
  return {
    size: numbers.size,
    visits: numbers.size,
    each: (visit) => numbers.forEach(visit),
    has: ({ n }) => numbers.has(n),
  }
}

/** A search may find the half of a large board. */
function ofFound(board: Board, found: Ranking): Condition {
  if (found.length <= few) return ofNumbers(board, found)
  const bits = createBitmap(board.index.highest)
  for (let i = 0; i < found.length; i++) bits.add(found[i] ?? 0)
  const all = createBitmap(board.index.highest)
  ofStatus(board, statuses).each(all.add)
  bits.keep(all)
  const size = bits.count()
  return { size, visits: size, each: bits.each, has: ({ n }) => bits.has(n) }
}

function ofReady(board: Board, isReady: boolean): Condition {
  const ready = board.ready.ready()
  const full = board.ready.withoutRoom()
  const condition: Condition = {
    size: ready.size - full.size,
    visits: ready.size,
    each:
      full.size === 0 ? (visit) => ready.each(visit) : (visit) => ready.each((n) => !full.has(n) && visit(n)),
    statuses: ["todo", "doing"],
    has: ({ n }) => ready.has(n) && !full.has(n),
  }
  return isReady ? condition : inverse(board, condition)
}

/** Whether a task is open and past its `dueAt`. */
function ofOverdue(board: Board, isOverdue: boolean, now: number): Condition {
  const sets = openStatuses.map((status) => board.index.orders.get("due", status))
  const end = { key: now, n: 0 }
  const size = sumOf(sets, (set) => set.size - set.countFrom(end))
  const condition: Condition = {
    size,
    visits: size,
    each(visit) {
      for (const set of sets) for (const { n } of set.reversed(end)) visit(n)
    },
    statuses: openStatuses,
    has: (task) => task.fields.dueAt !== null && task.fields.dueAt < now && !isClosed(task),
  }
  return isOverdue ? condition : inverse(board, condition)
}

function ofStuck(board: Board, isStuck: boolean, now: number): Condition {
  const { stuck } = board.attention
  const size = stuck.count(now)
  const condition: Condition = {
    size,
    visits: size,
    each: (visit) => stuck.numbers(now).forEach((n) => visit(n)),
    statuses: openStatuses,
    has: ({ n }) => stuck.has(n, now),
  }
  return isStuck ? condition : inverse(board, condition)
}

function ofUpdated(board: Board, since: number): Condition {
  const sets = statuses.map((status) => board.index.orders.get("updated", status))
  const start = { key: since, n: 0 }
  const size = sumOf(sets, (set) => set.countFrom(start))
  return {
    size,
    visits: size,
    each(visit) {
      for (const set of sets) for (const { n } of set.values(start)) visit(n)
    },
    has: ({ updatedAt }) => updatedAt >= since,
  }
}

/** Up to this many numbers are cheaper to store in a set than in a bitmap, which grows with the board. */
const few = 1_000

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
