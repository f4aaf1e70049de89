import type { Changes } from "../api/types.ts"
import type { Grouping } from "../api/session.ts"
import type { Card, State } from "../state/state.ts"
import { byName } from "../words/format.ts"
import { isOver, type BoardColumn, type ClosedCounts } from "./columns.ts"

/** A row of the board: the tasks of one agent, project, parent or priority, in all columns. */
export interface Lane {
  /** The value that its tasks share; empty for no parent. */
  readonly key: string
  readonly name: string
  readonly columns: readonly BoardColumn[]
  /** How many open tasks it holds. */
  readonly open: number
}

/** The rows of the board, by name; nobody, the default project and no parent come last. */
export function lanesOf(
  columns: readonly BoardColumn[],
  grouping: Exclude<Grouping, "none">,
  tasks: State["tasks"],
  counts: ClosedCounts | null,
): Lane[] {
  const cells = columns.map((column) => Map.groupBy(column.tasks, (task) => laneKey(task, grouping)))
  return [...new Set(cells.flatMap((each) => [...each.keys()]))]
    .sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || byName(a, b))
    .map((key) => {
      const own = columns.map((column, i) => cellOf(column, cells[i]?.get(key) ?? [], key, counts))
      const sizes = own.map(({ status, tasks }) => (isOver(status) ? 0 : tasks.length))
      const open = sizes.reduce((sum, size) => sum + size, 0)
      // What is finished makes no row longer: an open column shows about three cards, and scrolls.
      const most = Math.min(3, Math.max(1, ...sizes))
      const shown = own.map((cell) =>
        isOver(cell.status) ? { ...cell, tasks: cell.tasks.slice(0, most) } : cell,
      )
      return { key, name: nameOf(key, grouping, tasks), columns: shown, open }
    })
}

export function laneKey(task: Card, grouping: Grouping): string {
  return grouping === "none" ? "" : (task[grouping] ?? "")
}

/** What a task becomes that is put into a lane. */
export function changesFor(key: string, grouping: Grouping): Changes {
  if (grouping === "none") return {}
  if (grouping === "parent") return { parent: key === "" ? null : key }
  return grouping === "priority" ? { priority: key } : { [grouping]: key }
}

// --- internal ---

const nobody = "unassigned"

function isLast(key: string): boolean {
  return key === nobody || key === "default" || key === ""
}

function nameOf(key: string, grouping: Grouping, tasks: State["tasks"]): string {
  if (grouping === "assignee" && key === nobody) return "Nobody"
  if (grouping !== "parent") return key
  return key === "" ? "No parent" : [key, tasks.get(key)?.title].filter(Boolean).join(" ")
}

/** A part of a column. Of a closed one the page holds only the newest tasks, so the server says how many there are. */
function cellOf(
  column: BoardColumn,
  tasks: readonly Card[],
  key: string,
  counts: ClosedCounts | null,
): BoardColumn {
  const { status, total, isPart } = column
  const isWhole = !isOver(status) || (total <= column.tasks.length && !isPart)
  if (isWhole) return { ...column, tasks, total: tasks.length, isPart: false }
  const told = counts?.[status].groups.get(key)
  return { ...column, tasks, total: Math.max(told ?? 0, tasks.length), isPart: told === undefined }
}
