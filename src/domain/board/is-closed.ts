import type { Task } from "./records.ts"

/** Whether no other task has to wait for it: it is finished, cancelled or deleted. */
export function isClosed(task: Pick<Task, "status"> | undefined): boolean {
  return task === undefined || task.status === "done" || task.status === "cancelled"
}
