import type { Status } from "../api/types.ts"
import { isNarrow, matcher } from "../state/filter.ts"
import { statuses } from "../../domain/wire/enums.ts"
import type { Card, Closed, Grouping, State } from "../state/state.ts"

/** One row of a column: a card, or the name of a group. */
export type ColumnRow =
  | {
      readonly kind: "group"
      readonly key: string
      readonly name: string
      readonly count: number
      /** How many tasks of the group there are on the server; null where that is not known. */
      readonly total: number | null
    }
  | { readonly kind: "card"; readonly key: string; readonly task: Card }

export interface BoardColumn {
  readonly status: Status
  readonly tasks: readonly Card[]
  readonly rows: readonly ColumnRow[]
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

type ShownState = Pick<State, "tasks" | "totals" | "moved" | "filter" | "grouping">

/** The columns of the board. Open ones are in the order in which work is handed out, closed ones newest first. */
export function columnsOf(
  { tasks, totals, moved, filter, grouping }: ShownState,
  counts: ClosedCounts | null = null,
): BoardColumn[] {
  const isWhole = !isNarrow(filter)
  const matches = matcher(filter)
  // The server also finds words in long texts, which the page does not have.
  const isFound = ({ id, status }: Card) => isOver(status) && counts?.[status].ids.has(id) === true
  const fits = (task: Card) => (isWhole ? !task.isOlder : matches(task) || isFound(task))
  const byStatus = new Map<Status, Card[]>(statuses.map((status) => [status, []]))
  for (const task of tasks.values())
    // A card that was just moved stays visible, even if it does not match the filter.
    if (moved.has(task.id) || fits(task)) byStatus.get(moved.get(task.id) ?? task.status)?.push(task)
  return statuses.map((status) => {
    const column = byStatus.get(status) ?? []
    column.sort(isOver(status) ? byEnd : byUrgency)
    if (!isOver(status)) return { status, total: column.length, isPart: false, ...arrange(column, grouping) }
    const count = isWhole ? totals[status] : (counts?.[status].total ?? 0)
    const total = Math.max(count, column.length)
    const isPart = !isWhole && counts === null
    const groups = total > column.length || isPart ? (counts?.[status].groups ?? noTotals) : undefined
    return { status, total, isPart, ...arrange(column, grouping, groups) }
  })
}

/**
 * The tasks that an open task waits for. All open tasks are loaded, so a blocker that is not here is closed and blocks
 * nothing. A closed task waits for nothing.
 */
export function openBlockers(tasks: State["tasks"], task: Card): string[] {
  if (isOver(task.status)) return []
  return task.blockedBy.filter((id) => {
    const status = tasks.get(id)?.status
    return status !== undefined && !isOver(status)
  })
}

export function isEmptyBoard({ tasks, totals, link, loading }: State): boolean {
  return link !== "loading" && !loading && tasks.size === 0 && totals.done + totals.cancelled === 0
}

export function isOver(status: Status): status is "done" | "cancelled" {
  return status === "done" || status === "cancelled"
}

// --- internal ---

const noTotals: ReadonlyMap<string, number> = new Map()

/**
 * Groups tasks and sorts the groups by name. Unassigned tasks and the default project come last.
 * @param totals how many tasks a group has on the server, where not all of them are loaded
 */
function arrange(
  tasks: readonly Card[],
  grouping: Grouping,
  totals?: ReadonlyMap<string, number>,
): Pick<BoardColumn, "tasks" | "rows"> {
  if (grouping === "none") return { tasks, rows: tasks.map(toRow) }
  const groups = new Map<string, Card[]>()
  for (const task of tasks) {
    const group = groups.get(task[grouping])
    if (group) group.push(task)
    else groups.set(task[grouping], [task])
  }
  const isLast = (name: string) => name === "unassigned" || name === "default"
  const sorted = [...groups].sort(([a], [b]) => Number(isLast(a)) - Number(isLast(b)) || a.localeCompare(b))
  return {
    tasks: sorted.flatMap(([, each]) => each),
    rows: sorted.flatMap(([name, each]): ColumnRow[] => [
      {
        kind: "group",
        key: `group ${name}`,
        name,
        count: each.length,
        total: totals === undefined ? each.length : (totals.get(name) ?? null),
      },
      ...each.map(toRow),
    ]),
  }
}

function toRow(task: Card): ColumnRow {
  return { kind: "card", key: task.id, task }
}

function byUrgency(a: Card, b: Card): number {
  return a.priority < b.priority ? -1 : a.priority > b.priority ? 1 : numberOf(a) - numberOf(b)
}

function byEnd(a: Card, b: Card): number {
  const [x, y] = [a.finishedAt ?? a.updatedAt, b.finishedAt ?? b.updatedAt]
  return x < y ? 1 : x > y ? -1 : numberOf(b) - numberOf(a)
}

function numberOf(task: Card): number {
  return Number(task.id.slice(2))
}
