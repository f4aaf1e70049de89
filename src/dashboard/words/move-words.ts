import type { Status } from "../../domain/wire/enums.ts"
import { transitions } from "../../domain/wire/transitions.ts"
import type { TaskView } from "../../domain/wire/view-schemas.ts"

export const statusNames: Readonly<Record<Status, string>> = {
  todo: "Todo",
  doing: "Doing",
  blocked: "Blocked",
  review: "Review",
  done: "Done",
  cancelled: "Cancelled",
}

/** The moves worth offering for this task. A task without a reviewer is not offered a review. */
export function offeredMoves({ status, reviewer }: TaskView): readonly Status[] {
  return transitions[status].filter((to) => to !== "review" || reviewer !== null)
}

/** The moves offered beside the buttons of a review, which approve the work or request changes. */
export function movesBesideReview(task: TaskView): readonly Status[] {
  return offeredMoves(task).filter((to) => task.status !== "review" || to === "cancelled")
}

export function moveName(from: Status, to: Status): string {
  if (to === "todo") return from === "done" || from === "cancelled" ? "Reopen" : "Back to todo"
  if (to === "doing") return from === "review" ? "Back to doing" : from === "blocked" ? "Resume" : "Start"
  return { blocked: "Block", review: "Send to review", done: "Done", cancelled: "Cancel task" }[to]
}
