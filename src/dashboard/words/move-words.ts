import type { Status } from "../../domain/wire/enums.ts"
import { transitions } from "../../domain/wire/tasks/transitions.ts"
import type { TaskView } from "../../domain/wire/tasks/view-schemas.ts"

export const statusNames: Readonly<Record<Status, string>> = {
  todo: "Todo",
  doing: "Doing",
  blocked: "Blocked",
  review: "Review",
  done: "Done",
  cancelled: "Cancelled",
}

/** A column of the board. What is to do is in two: what may be started now, and what still waits. */
export type ColumnId = "ready" | "waits" | Exclude<Status, "todo">

/** The columns of the board. */
export const columnNames: Readonly<Record<ColumnId, string>> = {
  ...statusNames,
  ready: "Ready",
  waits: "Waits",
}

/** The column in which a task stands, as the server says. */
export const standsIn = ({ status, ready }: TaskView): ColumnId =>
  status === "todo" ? (ready ? "ready" : "waits") : status

/**
 * Why a task cannot be put into a column; null where it can, or is there already.
 * @param lands the column in which it would stand after the move
 */
export function whyNot(task: TaskView, to: Status, column: ColumnId, lands: ColumnId): string | null {
  const { status, reviewer } = task
  if (to === "todo" && lands !== column && (status === to || transitions[status].includes(to)))
    return lands === "ready"
      ? "Nothing is holding the task up, so it belongs in Ready."
      : "Something is still holding the task up, so it belongs in Waits."
  if (status === to) return null
  const possible = offeredMoves(task)
  if (possible.includes(to)) return null
  if (to === "review" && reviewer === null && transitions[status].includes(to))
    return "The task has no reviewer."
  return `From ${statusNames[status]}, a task can move to ${possible.map((each) => statusNames[each]).join(", ")}.`
}

/** The moves worth offering for this task. A task without a reviewer is not offered a review. */
export function offeredMoves({ status, reviewer }: TaskView): readonly Status[] {
  return transitions[status].filter((to) => to !== "review" || reviewer !== null)
}

/** The moves offered beside the decision on a review, which approves the work or requests changes. */
export const movesBesideReview = (task: TaskView) => offeredMoves(task).filter((to) => to === "cancelled")

export function moveName(from: Status, to: Status): string {
  if (to === "todo") return from === "done" || from === "cancelled" ? "Reopen" : "Back to todo"
  if (to === "doing") return from === "review" ? "Back to doing" : from === "blocked" ? "Resume" : "Start"
  return { blocked: "Block", review: "Send to review", done: "Done", cancelled: "Cancel task" }[to]
}
