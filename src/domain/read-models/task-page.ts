import type { Board } from "../board/board.ts"
import { pageOfRanking } from "./ranking.ts"
import type { Task } from "../board/records.ts"
import { timeOf } from "../wire/time.ts"
import type { NeedsContext } from "./now.ts"
import { conditionsOf, ofStatus, type Condition, type TaskFilter } from "./task-filter.ts"
import type { SetPlace } from "../collections/place-set.ts"
import { createBitmap, type Bitmap } from "../collections/bitmap.ts"
import { once } from "../collections/once.ts"
import { comparing, placeInOrder, walk, type Sort } from "./task-sort.ts"
import { statuses } from "../wire/enums.ts"
import { fail } from "../../errors.ts"
import { hasGaps } from "../board/tasks/task-orders.ts"

export interface TaskPageQuery extends TaskFilter {
  /** Default: the best match first after a search, else `created`. */
  readonly sort?: Sort | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A page of the matching tasks, and how many match in total. It walks the tasks in the requested order, for as many
 * steps as there are tasks in the smallest index of a condition. If the page is not full by then, it sorts the matching
 * tasks instead. So neither a rare match nor a frequent one requires a look at the whole board.
 */
export function pageOfTasks(board: Board, list: TaskPageQuery, context: NeedsContext) {
  const { found: ranking, sort = "created", limit, cursor } = list
  // A condition that every task meets need not be checked.
  const conditions = conditionsOf(board, list, context).filter(({ size }) => size !== board.tasks.size)
  const smallest = smallestOf(conditions, ofStatus(board, statuses))
  const matching = once(() => gather(board, conditions, smallest))
  const count = conditions.length < 2 ? smallest.size : matching().count()
  if (ranking && list.sort === undefined) {
    const meets = conditions.length === 0 ? () => true : matching().has
    const find = (n: number) => (meets(n) ? board.tasks.get(n) : undefined)
    const { items, ...page } = pageOfRanking(ranking, list, find, count)
    return { tasks: items, ...page }
  }
  const since = list.updatedSince && timeOf(list.updatedSince, context.now)
  const after = cursor === undefined ? undefined : fromCursor(cursor, sort)
  const found =
    walkTo(limit + 1, board, { sort, since }, conditions, smallest, matching, after) ??
    best(limit + 1, board, matching(), sort, after)
  const tasks = found.slice(0, limit)
  const last = tasks.at(-1)
  return {
    tasks,
    next: found.length > limit && last ? toCursor(placeInOrder(last, sort), sort) : null,
    total: count,
  }
}

/** All tasks that match, the lowest number first. */
export function tasksThatMatch(board: Board, filter: TaskFilter, context: NeedsContext): Task[] {
  const conditions = conditionsOf(board, filter, context).filter(({ size }) => size !== board.tasks.size)
  if (conditions.length === 0) return [...board.tasks.values()].sort(byNumber)
  const found: Task[] = []
  gather(board, conditions, smallestOf(conditions, ofStatus(board, statuses))).each((n) => {
    const task = board.tasks.get(n)
    if (task) found.push(task)
  })
  return found.sort(byNumber)
}

// --- internal ---

const byNumber = (a: Task, b: Task) => a.n - b.n

/** The first `count` matching tasks, or all of them; undefined if sorting the matching tasks is cheaper. */
function walkTo(
  count: number,
  board: Board,
  { sort, since }: { readonly sort: Sort; readonly since: number | undefined },
  conditions: readonly Condition[],
  smallest: Condition,
  matching: () => Matching,
  after: SetPlace | undefined,
): Task[] | undefined {
  const possible = statuses.filter((each) => conditions.every((one) => one.statuses?.includes(each) ?? true))
  const byNumber = smallestOf(
    conditions.filter(({ sets }) => sets),
    ofStatus(board, possible),
  )
  const ground = { numbers: byNumber.sets ?? [], orders: board.index.orders, statuses: possible }
  const isFromTime = sort === "updated" && since !== undefined
  const start = after ?? (isFromTime ? { key: since, n: 0 } : undefined)
  const meets = conditions.length < 2 ? undefined : matching().has
  const found: Task[] = []
  let steps = smallest.size
  for (const { key, n } of walk(ground, sort, start)) {
    if (steps-- <= 0) return undefined
    if (meets?.(n) === false) continue
    const task = board.tasks.get(n)
    if (!task || placeInOrder(task, sort).key !== key) continue
    if (!meets && !conditions.every(({ has }) => has(task))) continue
    found.push(task)
    if (found.length === count) break
  }
  return found
}

function smallestOf(conditions: readonly Condition[], whole: Condition): Condition {
  return conditions.reduce((a, b) => (b.size < a.size ? b : a), whole)
}

/** The numbers of tasks that match. */
type Matching = Pick<Bitmap, "has" | "count" | "each">

/**
 * Up to this many tasks are checked one by one. A set costs less, but creating and counting a bitmap grows with the
 * board.
 */
const few = 1_000
/**
 * Checking a task takes as long as adding this many numbers to a bitmap, because its record is rarely in the CPU cache.
 */
const numbersPerTask = 32

function gather(board: Board, conditions: readonly Condition[], smallest: Condition): Matching {
  if (smallest.size <= few && !smallest.isInverse) return gatherFew(board, conditions, smallest)
  const normal = conditions.filter(({ isInverse }) => !isInverse)
  const first =
    normal.length === 0 ? ofStatus(board, statuses) : smallestOf(normal.slice(1), normal[0] as Condition)
  const bits = bitmapOf(board, first)
  let left = first.visits
  const checks: Condition[] = []
  for (const condition of conditions) {
    if (condition === first) continue
    if (condition.visits > left * numbersPerTask) {
      checks.push(condition)
      continue
    }
    if (condition.isInverse) condition.each(bits.delete)
    else bits.keep(bitmapOf(board, condition))
    left = bits.count()
  }
  if (checks.length > 0)
    bits.each((n) => {
      const task = board.tasks.get(n)
      if (!task || !checks.every(({ has }) => has(task))) bits.delete(n)
    })
  return bits
}

function gatherFew(board: Board, conditions: readonly Condition[], smallest: Condition): Matching {
  const numbers = new Set<number>()
  smallest.each((n) => {
    const task = board.tasks.get(n)
    if (task && conditions.every((each) => each === smallest || each.has(task))) numbers.add(n)
  })
  return { has: (n) => numbers.has(n), count: () => numbers.size, each: (visit) => numbers.forEach(visit) }
}

function bitmapOf(board: Board, condition: Condition): Bitmap {
  const bits = createBitmap(board.index.highest)
  condition.each(bits.add)
  return bits
}

/** The first `count` of the tasks that match. */
function best(
  count: number,
  board: Board,
  matching: Matching,
  sort: Sort,
  after: SetPlace | undefined,
): Task[] {
  const compare = comparing(sort)
  let kept: { readonly task: Task; readonly place: SetPlace }[] = []
  let worst: SetPlace | undefined
  const cut = () => {
    kept = kept.sort((a, b) => compare(a.place, b.place)).slice(0, count)
    if (kept.length === count) worst = kept.at(-1)?.place
  }
  matching.each((n) => {
    const task = board.tasks.get(n)
    if (!task) return
    const place = placeInOrder(task, sort)
    if ((after && compare(place, after) <= 0) || (worst && compare(place, worst) > 0)) return
    kept.push({ task, place })
    if (kept.length >= 8 * count) cut()
  })
  cut()
  return kept.map(({ task }) => task)
}

/** The place after which a list continues, as text, such as `7.1760000000000.-updated`. Without a place: `7..due`. */
function toCursor({ key, n }: SetPlace, sort: Sort): string {
  return `${n}.${key === Infinity ? "" : key}.${sort}`
}

/** @throws invalid_input unless it is a cursor of a list in this order */
function fromCursor(cursor: string, sort: Sort): SetPlace {
  const [, n = "", key = "", of = ""] = /^([1-9]\d{0,14})\.(-?\d{1,16}|)\.(-?[a-z]+)$/.exec(cursor) ?? []
  if (of === sort && (key !== "" || hasGaps(sort.replace("-", ""))))
    return { n: Number(n), key: key === "" ? Infinity : Number(key) }
  const isOther = of !== "" && of !== sort
  return fail("invalid_input", {
    detail: isOther
      ? `This cursor belongs to a list sorted by ${of}, not by ${sort}.`
      : "This cursor is not from this list.",
    facts: { field: "cursor" },
    errors: [
      {
        path: "cursor",
        message: `expected the value of \`next\` from the previous page of a list sorted by ${sort}`,
        received: cursor,
      },
    ],
  })
}
