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

/** What is worth offering for this task: nothing goes to review where nobody would be asked. */
export function offeredMoves({ status, reviewer }: TaskView): readonly Status[] {
  return transitions[status].filter((to) => to !== "review" || reviewer !== null)
}

/** Of work in review, approving and asking for changes are said in words of their own. */
export function movesBesideReview(task: TaskView): readonly Status[] {
  return offeredMoves(task).filter((to) => task.status !== "review" || to === "cancelled")
}

export function moveName(from: Status, to: Status): string {
  if (to === "todo") return from === "done" || from === "cancelled" ? "Reopen" : "Back to todo"
  if (to === "doing") return from === "review" ? "Back to doing" : from === "blocked" ? "Resume" : "Start"
  return { blocked: "Block", review: "Send to review", done: "Done", cancelled: "Cancel task" }[to]
}
