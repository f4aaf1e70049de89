import type { EventOf } from "../events/index.ts"
import type { Task } from "../board/records.ts"
import { fieldsOf } from "../board/tasks/task-fields.ts"
import { copyTask, untouchedTask } from "../board/tasks/task-record.ts"
import { numberOf } from "../wire/names.ts"

export function newTask(
  { task: id, fields, status, reason }: EventOf<"task.created">,
  at: number,
  seq: number,
): Task {
  const { createdBy, assignee } = fields
  const task = untouchedTask({
    n: numberOf(id),
    createdBy,
    fields: fieldsOf(fields),
    assignee,
    status,
    createdAt: at,
    updatedAt: at,
    version: 1,
    lastEvent: seq,
    since: at,
  })
  if (status !== "blocked" && status !== "doing" && reason === null) return task
  const draft = copyTask(task)
  draft.reason = reason
  if (status === "blocked") draft.askedBy = createdBy
  if (status !== "doing") return draft
  draft.startedAt = at
  if (assignee !== null) draft.attemptAt = at
  return draft
}
