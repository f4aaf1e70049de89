import type { EventOf } from "../events/index.ts"
import type { TaskDraft } from "../board/records.ts"
import { fieldsOf } from "../board/tasks/task-fields.ts"
import { blankTask, copyTask } from "../board/tasks/task-record.ts"
import { numberOf } from "../wire/names.ts"

export function newTask(
  { task: id, fields, status, reason }: EventOf<"task.created">,
  at: number,
  seq: number,
): TaskDraft {
  const { createdBy, assignee } = fields
  const task = copyTask(blankTask)
  task.n = numberOf(id)
  task.createdBy = createdBy
  task.fields = fieldsOf(fields)
  task.assignee = assignee
  task.status = status
  task.reason = reason
  if (status === "blocked") task.askedBy = createdBy
  task.createdAt = task.updatedAt = task.since = at
  task.lastEvent = seq
  if (status !== "doing") return task
  task.startedAt = at
  if (assignee !== null) task.attemptAt = at
  return task
}
