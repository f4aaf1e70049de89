import type { Status, TaskView } from "./api.ts"
import { statuses } from "./moves.ts"
import type { State } from "./store.ts"

export interface Column {
  readonly status: Status
  readonly tasks: readonly TaskView[]
  /** How many there are on the server, where that is more than are loaded. */
  readonly total: number
}

/** The columns of the board, each in the order in which work is handed out, or newest first where it is over. */
export function columnsOf({ tasks, totals }: State, filter: string): Column[] {
  const wanted = words(filter)
  const byStatus = new Map<Status, TaskView[]>(statuses.map((status) => [status, []]))
  for (const task of tasks.values()) if (matches(task, wanted)) byStatus.get(task.status)?.push(task)
  return statuses.map((status) => {
    const column = byStatus.get(status) ?? []
    if (status === "done" || status === "cancelled") {
      column.sort((a, b) => (b.finishedAt ?? b.updatedAt).localeCompare(a.finishedAt ?? a.updatedAt))
      return { status, tasks: column, total: wanted.length > 0 ? column.length : totals[status] }
    }
    column.sort((a, b) => a.priority.localeCompare(b.priority) || numberOf(a) - numberOf(b))
    return { status, tasks: column, total: column.length }
  })
}

/** Blockers that are still open. All open tasks are loaded, so one that is not here is not in the way. */
export function openBlockers(tasks: State["tasks"], task: TaskView): string[] {
  return task.blockedBy.filter((id) => {
    const status = tasks.get(id)?.status
    return status !== undefined && status !== "done" && status !== "cancelled"
  })
}

export function isEmptyBoard({ tasks, totals, link }: State): boolean {
  return link !== "loading" && tasks.size === 0 && totals.done + totals.cancelled === 0
}

// --- internal ---

function words(filter: string): string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

function matches(task: TaskView, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  const { id, title, assignee, project, priority, tags } = task
  const text = [id, title, assignee, project, priority, ...tags].join("\n").toLowerCase()
  return wanted.every((word) => text.includes(word))
}

function numberOf(task: TaskView): number {
  return Number(task.id.slice(2))
}
