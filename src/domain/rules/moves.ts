import { fail, type Facts } from "../../errors.ts"
import { transitions } from "../wire/tasks/transitions.ts"
import { isSameName, taskId } from "../wire/names.ts"
import type { Task } from "../board/records.ts"
import type { BoardPolicy } from "../context.ts"
import { sayIs, type PersonSign, type Status } from "../wire/enums.ts"

/** The facts about a task that a refusal carries. */
export function factsOf(task: Task): Facts {
  const {
    status,
    fields: { reviewer },
  } = task
  return { task: taskId(task.n), status, reviewer, ...(isOwnReview(task) && { isOwnReview: true }) }
}

/** Whether the named reviewer does, or did, the work. Then anyone else may decide. */
export function isOwnReview({ status, doneBy, assignee, fields: { reviewer } }: Task): boolean {
  const worker = status === "review" ? (doneBy ?? assignee) : assignee
  return reviewer !== null && isSameName(worker, reviewer)
}

/** @throws invalid_transition, with the statuses that the task could go to */
export function requireTransition(task: Task, to: Status): void {
  const possible = transitions[task.status]
  if (possible.includes(to)) return
  fail("invalid_transition", {
    detail: `${taskId(task.n)} ${sayIs(task.status)} and cannot go to ${to}; from there it can go to ${possible.join(", ")}.`,
    facts: { ...factsOf(task), possible },
  })
}

/** If the task names a reviewer, nobody approves their own work. @throws review_required */
export function requireReviewer(task: Task, actor: string): void {
  const doneBy = task.doneBy ?? task.assignee
  if (!isSameName(doneBy, actor)) return
  fail("review_required", {
    detail: isOwnReview(task)
      ? `${taskId(task.n)} was done by ${doneBy}, who is also its reviewer; anyone else may decide.`
      : `${taskId(task.n)} was done by ${doneBy}; someone else must review it.`,
    facts: factsOf(task),
  })
}

/**
 * Finished work needs a reflection, unless the task or the server exempts it.
 * @param person the evidence that a person finishes the task, if only agents must give a reflection
 * @throws reflection_required
 */
export function requireReflection(
  task: Task,
  reflection: string | undefined,
  policy: Pick<BoardPolicy, "reflection">,
  person: PersonSign | undefined,
): void {
  if (policy.reflection === "optional" || reflection !== undefined || task.reflected) return
  if (person !== undefined) return
  if (task.fields.metadata["reflection_exempt"] === true) return
  fail("reflection_required", {
    detail: `${taskId(task.n)} has no lesson (reflection) yet.`,
    facts: factsOf(task),
  })
}
