import type { Task } from "../records.ts"
import type { WorkFields } from "../../events/work-fields.ts"

/** Whether its parent no longer waits for it: it is finished, cancelled or deleted. */
export function isClosed(task: Pick<Task, "status"> | undefined): boolean {
  return task === undefined || task.status === "done" || task.status === "cancelled"
}

/** Whether tasks that are blocked by it no longer wait: it is closed, and has landed where it is to. */
export function isSettled(task: Task | undefined): boolean {
  return isClosed(task) && !(task?.work?.toLand === true && isUnlanded(task))
}

/** Whether it is done and what was done is in a repository and has not landed. */
export function isUnlanded(task: Task): boolean {
  return task.status === "done" && task.work !== null && task.work.landed === null && !isOutdated(task)
}

/** Whether the task was finished by a later attempt than the one whose work it has. */
export function isOutdated({ work, lastEnd }: Task): boolean {
  return work !== null && lastEnd?.how === "completed" && lastEnd.epoch > work.epoch
}

/** Whether work brings something to a base. */
export const hasToLand = ({ base, files }: Pick<WorkFields, "base" | "files">): boolean =>
  base !== null && files > 0

/** Whether work was reported before it was kept that others wait for its landing. */
export const isOldWork = ({ toLand }: Pick<WorkFields, "toLand">): boolean => toLand === undefined
