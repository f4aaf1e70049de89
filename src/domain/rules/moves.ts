import { fail, type Facts } from "../../errors.ts"
import { isSameName, taskId } from "../wire/names.ts"
import type { Task } from "../board/records.ts"
import type { Status } from "../wire/enums.ts"

/** Where a task may be moved by hand (DESIGN 3.2): every arrow of the table, and todo → done. */
const arrows: Record<Status, readonly Status[]> = {
  todo: ["doing", "blocked", "done", "cancelled"],
  doing: ["todo", "review", "done", "blocked", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}

/** What a refusal to move a task says of it. */
export function factsOf(task: Task): Facts {
  return { task: taskId(task.n), status: task.status, reviewer: task.reviewer }
}

/** @throws invalid_transition, naming where it could go */
export function requireArrow(task: Task, to: Status): void {
  const open = arrows[task.status]
  if (open.includes(to)) return
  fail("invalid_transition", {
    detail: `${taskId(task.n)} is in ${task.status} and cannot go to ${to}; from there it can go to ${open.join(", ")}.`,
    facts: { ...factsOf(task), possible: open },
  })
}

/** Nobody is the judge of their own work, where the task names a reviewer. @throws review_required */
export function requireReviewer(task: Task, actor: string): void {
  const doneBy = task.doneBy ?? task.assignee
  if (!isSameName(doneBy, actor)) return
  fail("review_required", {
    detail: `${taskId(task.n)} was done by ${doneBy}; someone else must review it.`,
    facts: factsOf(task),
  })
}

/** Work leaves `doing` with something learned. @throws reflection_required */
export function requireReflection(
  task: Task,
  reflection: string | undefined,
  policy: { reflection: "required" | "optional" },
): void {
  if (policy.reflection === "optional" || reflection !== undefined || task.reflected) return
  if (task.metadata["reflection_exempt"] === true) return
  fail("reflection_required", {
    detail: `${taskId(task.n)} carries no reflection yet.`,
    facts: factsOf(task),
  })
}
