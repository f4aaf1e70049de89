import type { Status } from "../api/types.ts"
import type { ColumnId } from "../words/move-words.ts"
import { isNarrow, matcher } from "../state/filter.ts"
import { statuses } from "../../domain/wire/enums.ts"
import type { Card, Closed, State } from "../state/state.ts"

/** From left to right. */
export const columnIds: readonly ColumnId[] = statuses.flatMap((status): ColumnId[] =>
  status === "todo" ? ["ready", "waits"] : [status],
)

export interface BoardColumn {
  readonly id: ColumnId
  /** What a card becomes that is put here. */
  readonly status: Status
  readonly tasks: readonly Card[]
  /** How many tasks of the column there are on the server, where that is more than are loaded. */
  readonly total: number
  /** True while there may be more and the server has not said yet how many. */
  readonly isPart: boolean
}

/** What the server says about the tasks of a closed column that match the filter. */
export interface ClosedCount {
  readonly total: number
  /** The ids of the newest ones. */
  readonly ids: ReadonlySet<string>
  /** How many there are in each group, by the group's name. */
  readonly groups: ReadonlyMap<string, number>
}
export type ClosedCounts = Readonly<Record<Closed, ClosedCount>>

type ShownState = Pick<State, "tasks" | "totals" | "moved" | "filter" | "name"> &
  Partial<Pick<State, "moment" | "loading">>

/**
 * The columns of the board. Open ones are in the order in which work is handed out, closed ones newest first.
 * @param found the open tasks that hold the words of the filter, as the server says; null where words leave nothing out
 */
export function columnsOf(
  { tasks, totals, moved, filter, name, moment, loading }: ShownState,
  counts: ClosedCounts | null = null,
  found: ReadonlySet<string> | null = null,
): BoardColumn[] {
  const isWhole = !isNarrow(filter)
  const matches = matcher(filter, name, moment?.at)
  // A task that was just closed or opened again is still among those that were found where it was.
  const hasWords = ({ id }: Card) =>
    found === null || [found, counts?.done.ids, counts?.cancelled.ids].some((ids) => ids?.has(id) === true)
  const fits = (task: Card) => (isWhole ? !task.isOlder : matches(task) && hasWords(task))
  const byColumn = new Map<ColumnId, Card[]>(columnIds.map((id) => [id, []]))
  for (const task of tasks.values())
    // A card that was just moved stays visible, even if it does not match the filter.
    if (moved.has(task.id) || fits(task)) byColumn.get(columnOf(tasks, task, moved.get(task.id)))?.push(task)
  return columnIds.map((id) => {
    const column = byColumn.get(id) ?? []
    const status = statusOf(id)
    column.sort(isOver(status) ? byEnd : byUrgency)
    const isComing = loading != null && column.length > 0
    if (!isOver(status)) return { id, status, tasks: column, total: column.length, isPart: isComing }
    const count = isWhole ? totals[status] : (counts?.[status].total ?? 0)
    const total = Math.max(count, column.length)
    return { id, status, tasks: column, total, isPart: !isWhole && counts === null }
  })
}

/** The column in which a card stands, or, while its move is under way, in which it will. */
export function columnOf(tasks: State["tasks"], task: Card, moved?: Status): ColumnId {
  const status = moved ?? task.status
  if (status !== "todo") return status
  const isReady = task.status === "todo" ? task.ready : openBlockers(tasks, task).length === 0
  return isReady ? "ready" : "waits"
}

/** The columns that hold a card, whether or not the filter shows it. */
export function filledColumns({ tasks, totals, moved }: Omit<ShownState, "filter" | "name">): Set<ColumnId> {
  const filled = new Set<ColumnId>((["done", "cancelled"] as const).filter((status) => totals[status] > 0))
  for (const task of tasks.values()) filled.add(columnOf(tasks, task, moved.get(task.id)))
  return filled
}

function statusOf(id: ColumnId): Status {
  return id === "ready" || id === "waits" ? "todo" : id
}

/** Whether some agent of the board can do it: what none can is handed out to nobody. */
export function isForSomebody({ stuck }: Card): boolean {
  return stuck?.includes("no_one_can") !== true
}

/** The ready task that is handed out first. */
export function firstReady(tasks: State["tasks"]): string | null {
  let first: Card | null = null
  for (const task of tasks.values()) {
    if (task.status !== "todo" || !task.ready || !isForSomebody(task)) continue
    if (first === null || byUrgency(task, first) < 0) first = task
  }
  return first?.id ?? null
}

/**
 * The tasks that an open task waits for. All open tasks are loaded, so a blocker that is not here is closed. It holds
 * the task only until it has landed, which the server says. A closed task waits for nothing.
 */
export function openBlockers(tasks: State["tasks"], task: Card): string[] {
  if (isOver(task.status)) return []
  return task.blockedBy.filter((id) => {
    const status = tasks.get(id)?.status
    return (status !== undefined && !isOver(status)) || task.waitsFor?.includes(id) === true
  })
}

export function isEmptyBoard({ tasks, totals, link, loading }: State): boolean {
  return link !== "loading" && !loading && tasks.size === 0 && totals.done + totals.cancelled === 0
}

export function isOver(status: Status): status is "done" | "cancelled" {
  return status === "done" || status === "cancelled"
}

/** The order of `next`: the most urgent first, of equally urgent ones those with a rank, and then the lowest number. */
export function byUrgency(a: Card, b: Card): number {
  if (a.priority !== b.priority) return a.priority < b.priority ? -1 : 1
  const [x, y] = [a.rank ?? "~", b.rank ?? "~"]
  return x < y ? -1 : x > y ? 1 : byNumber(a, b)
}

/** The order of the numbers, without reading them: of two ids the longer one has the higher number. */
export function byNumber({ id: a }: Card, { id: b }: Card): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

// --- internal ---

function byEnd(a: Card, b: Card): number {
  const [x, y] = [a.finishedAt ?? a.updatedAt, b.finishedAt ?? b.updatedAt]
  return x < y ? 1 : x > y ? -1 : byNumber(b, a)
}
