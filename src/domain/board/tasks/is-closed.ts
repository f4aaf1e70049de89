import type { Task } from "../records.ts"
import type { WorkFields } from "../../events/work-fields.ts"

/** Whether its parent no longer waits for it: it is finished, cancelled or deleted. */
export function isClosed(task: Pick<Task, "status"> | undefined): boolean {
  return task === undefined || task.status === "done" || task.status === "cancelled"
}

/** Whether tasks that this task blocks no longer wait: it is closed and, if its work must land, has landed. */
export function isSettled(task: Task | undefined): boolean {
  return isClosed(task) && !(task?.work?.toLand === true && isUnlanded(task))
}

/** Whether the task is done, and its work is in a repository and has not landed. */
export function isUnlanded(task: Task): boolean {
  return task.status === "done" && task.work !== null && task.work.landed === null && !isOutdated(task)
}

/** Whether the task was finished by a later attempt than the attempt that reported its work. */
export function isOutdated({ work, lastEnd }: Task): boolean {
  return work !== null && lastEnd?.how === "completed" && lastEnd.epoch > work.epoch
}

/** Whether work brings something to a base. */
export const hasToLand = ({ base, files }: Pick<WorkFields, "base" | "files">): boolean =>
  base !== null && files > 0

/** Whether its work was reported before the board recorded that others wait for its landing. */
export const isOldWork = ({ toLand }: Pick<WorkFields, "toLand">): boolean => toLand === undefined
