import type { Status } from "../../domain/wire/enums.ts"
import { transitions } from "../../domain/wire/tasks/transitions.ts"
import type { TaskView } from "../../domain/wire/tasks/view-schemas.ts"

/** A move to `todo` puts a task into Ready, or into Waits while something holds it up. */
export const statusNames: Readonly<Record<Status, string>> = {
  todo: "Ready",
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
  ready: statusNames.todo,
  waits: "Waits",
}

/** The names of what is counted by status: what is to do may wait. */
export const countNames: Readonly<Record<Status, string>> = {
  ...statusNames,
  todo: `${columnNames.ready} or ${columnNames.waits}`,
}

/** The column in which a task stands, as the server says. */
export const standsIn = ({ status, ready }: Pick<TaskView, "status" | "ready">): ColumnId =>
  status === "todo" ? (ready ? "ready" : "waits") : status

/** Its name. */
export const placeOf = (task: Pick<TaskView, "status" | "ready">): string => columnNames[standsIn(task)]

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
  return `From ${placeOf(task)}, a task can move to ${possible.map((each) => statusNames[each]).join(", ")}.`
}

/** The moves worth offering for this task. A task without a reviewer is not offered a review. */
export function offeredMoves({ status, reviewer }: TaskView): readonly Status[] {
  return transitions[status].filter((to) => to !== "review" || reviewer !== null)
}

/** The moves offered beside the decision on a review, which approves the work or requests changes. */
export const movesBesideReview = (task: TaskView) => offeredMoves(task).filter((to) => to === "cancelled")

/** Too many of its attempts failed or expired. A move to `todo` counts them from zero. */
export const isUsedUp = ({ stuck = [] }: Pick<TaskView, "stuck">): boolean =>
  stuck.includes("no_attempts_left") || stuck.includes("expired_too_often")

export const tryAgain = "Try again"
export const startsOver = `${tryAgain} resets the number of attempts.`

/** @param lands the column in which the task would stand then */
export function moveName(task: Pick<TaskView, "status" | "stuck">, to: Status, lands: ColumnId): string {
  const from = task.status
  if (to === "todo" && isUsedUp(task)) return tryAgain
  const back = `Back to ${columnNames[lands]}`
  if (to === "todo") return from === "done" || from === "cancelled" ? "Reopen" : back
  if (to === "doing") return from === "review" ? back : from === "blocked" ? "Resume" : "Start"
  return { blocked: "Block", review: "Send to review", done: "Done", cancelled: "Cancel task" }[to]
}
