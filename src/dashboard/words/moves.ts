import type { TaskView } from "../../domain/wire/view-schemas.ts"

type Status = TaskView["status"]

export const statuses: readonly Status[] = ["todo", "doing", "blocked", "review", "done", "cancelled"]

export const statusNames: Readonly<Record<Status, string>> = {
  todo: "Todo",
  doing: "Doing",
  blocked: "Blocked",
  review: "Review",
  done: "Done",
  cancelled: "Cancelled",
}

/** Where a task may go by hand, the usual ways first, to offer no more than that. The server's rules decide; a test compares the two. */
export const moves: Readonly<Record<Status, readonly Status[]>> = {
  todo: ["doing", "done", "blocked", "cancelled"],
  doing: ["review", "done", "blocked", "todo", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}

/** What is worth offering for this task: nothing goes to review where nobody would be asked. */
export function offeredMoves({ status, reviewer }: TaskView): readonly Status[] {
  return moves[status].filter((to) => to !== "review" || reviewer !== null)
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
