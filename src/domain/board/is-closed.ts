import type { Task } from "./records.ts"

/** Whether nobody waits for a task any more: it is finished, cancelled or deleted. */
export function isClosed(task: Task | undefined): boolean {
  return task === undefined || task.status === "done" || task.status === "cancelled"
}
