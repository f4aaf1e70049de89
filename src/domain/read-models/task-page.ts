import type { Board } from "../board/board.ts"
import { pageOfRanking } from "./ranking.ts"
import type { Task } from "../board/records.ts"
import { fromCursor, toCursor } from "./task-cursor.ts"
import { conditionsOf, ofStatus, type Condition, type TaskFilter } from "./task-filter.ts"
import type { SetPlace } from "../collections/place-set.ts"
import { once } from "../collections/once.ts"
import { comparing, placeOf, walk, type Sort } from "./task-sort.ts"
import { statuses } from "../wire/enums.ts"

export interface TaskPageQuery extends TaskFilter {
  /** Default: the best match first after a search, else `created`. */
  readonly sort?: Sort | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A page of the tasks that match, and how many match in all. It walks the tasks in the order asked for, for as many
 * steps as there are tasks in the smallest index of a condition. If the page is not full by then, it sorts the tasks of
 * that index instead. So it looks at the whole board neither for a rare match nor for a frequent one.
 */
export function pageOfTasks(board: Board, list: TaskPageQuery, now: number) {
  const { found: ranking, sort = "created", limit, cursor } = list
  // A condition that every task meets need not be checked.
  const conditions = conditionsOf(board, list, now).filter(({ size }) => size !== board.tasks.size)
  if (ranking && list.sort === undefined) {
    const { items, ...page } = pageOfRanking(ranking, list, (n) => {
      const task = board.tasks.get(n)
      return task && conditions.every(({ has }) => has(task)) ? task : undefined
    })
    return { tasks: items, ...page }
  }
  const smallest = smallestOf(conditions, ofStatus(board, statuses))
  const others = conditions.filter((condition) => condition !== smallest)
  const after = cursor === undefined ? undefined : fromCursor(cursor, sort)
  const matching = once(() => gather(board, smallest, others))

  const found =
    walkTo(limit + 1, board, { ...list, sort }, conditions, smallest, after) ??
    sorted(matching(), sort, after).slice(0, limit + 1)
  const tasks = found.slice(0, limit)
  const last = tasks.at(-1)
  return {
    tasks,
    next: found.length > limit && last ? toCursor(placeOf(last, sort), sort) : null,
    total: others.length === 0 ? smallest.size : matching().length,
  }
}

// --- internal ---

/** The first `count` tasks that match, or all of them; undefined where sorting the tasks of an index is cheaper. */
function walkTo(
  count: number,
  board: Board,
  { sort, updatedSince }: TaskPageQuery & { sort: Sort },
  conditions: readonly Condition[],
  smallest: Condition,
  after: SetPlace | undefined,
): Task[] | undefined {
  const possible = statuses.filter((each) => conditions.every((one) => one.statuses?.includes(each) ?? true))
  const byNumber = smallestOf(
    conditions.filter(({ sets }) => sets),
    ofStatus(board, possible),
  )
  const ground = { numbers: byNumber.sets ?? [], orders: board.index.orders, statuses: possible }
  const isFromTime = sort === "updated" && updatedSince !== undefined
  const start = after ?? (isFromTime ? { key: updatedSince, n: 0 } : undefined)
  const found: Task[] = []
  let steps = smallest.size
  for (const { key, n } of walk(ground, sort, start)) {
    if (steps-- <= 0) return undefined
    const task = board.tasks.get(n)
    if (!task || placeOf(task, sort).key !== key || !conditions.every(({ has }) => has(task))) continue
    found.push(task)
    if (found.length === count) break
  }
  return found
}

function smallestOf(conditions: readonly Condition[], whole: Condition): Condition {
  return conditions.reduce((a, b) => (b.size < a.size ? b : a), whole)
}

function gather(board: Board, { numbers }: Condition, others: readonly Condition[]): Task[] {
  const tasks: Task[] = []
  for (const n of numbers()) {
    const task = board.tasks.get(n)
    if (task && others.every(({ has }) => has(task))) tasks.push(task)
  }
  return tasks
}

function sorted(tasks: readonly Task[], sort: Sort, after: SetPlace | undefined): Task[] {
  const compare = comparing(sort)
  return tasks
    .map((task) => ({ task, place: placeOf(task, sort) }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place))
    .map(({ task }) => task)
}
