import type { Status } from "../api/types.ts"
import { isNarrow, matcher } from "../state/filter.ts"
import type { Grouping } from "../state/state.ts"
import { statuses } from "../words/moves.ts"
import type { Card, State } from "../state/state.ts"

/** What stands in a column, one below the other. */
export type Row =
  | { readonly kind: "group"; readonly key: string; readonly name: string; readonly count: number }
  | { readonly kind: "card"; readonly key: string; readonly task: Card }

export interface Column {
  readonly status: Status
  readonly tasks: readonly Card[]
  readonly rows: readonly Row[]
  /** How many there are on the server, where that is more than are loaded. */
  readonly total: number
}

type Shown = Pick<State, "tasks" | "totals" | "moved" | "filter" | "grouping">

/** The columns of the board, each in the order in which work is handed out, or newest first where it is over. */
export function columnsOf({ tasks, totals, moved, filter, grouping }: Shown): Column[] {
  const fits = matcher(filter)
  const byStatus = new Map<Status, Card[]>(statuses.map((status) => [status, []]))
  for (const task of tasks.values())
    // A card that was moved stays in sight, whatever the filter says.
    if (moved.has(task.id) || fits(task)) byStatus.get(moved.get(task.id) ?? task.status)?.push(task)
  return statuses.map((status) => {
    const column = byStatus.get(status) ?? []
    column.sort(isOver(status) ? byEnd : byUrgency)
    const total =
      isOver(status) && !isNarrow(filter) ? Math.max(totals[status], column.length) : column.length
    return { status, total, ...arrange(column, grouping) }
  })
}

/** Blockers that are still open. All open tasks are loaded, so one that is not here is not in the way. */
export function openBlockers(tasks: State["tasks"], task: Card): string[] {
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

/** Groups by name, nobody's and the default project's last. */
function arrange(tasks: readonly Card[], grouping: Grouping): Pick<Column, "tasks" | "rows"> {
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
    rows: sorted.flatMap(([name, each]): Row[] => [
      { kind: "group", key: `group ${name}`, name, count: each.length },
      ...each.map(toRow),
    ]),
  }
}

function toRow(task: Card): Row {
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
