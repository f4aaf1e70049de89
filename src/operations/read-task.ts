import * as z from "zod"
import { fieldsOf } from "../domain/wire/record-fields.ts"
import { requireTask } from "../domain/board/find.ts"
import { Handoff } from "../domain/wire/handoff-schema.ts"
import { viewHandoff } from "../domain/read-models/handoff.ts"
import { lessonsFor } from "../domain/read-models/lessons.ts"
import { Flag, TaskId } from "../domain/wire/schemas.ts"
import { LessonView, TaskView } from "../domain/wire/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { query } from "../operation.ts"

export const readTask = query({
  name: "task.read",
  summary: "Read a task",
  description:
    "With `lessons`, up to three reflections on similar finished tasks come with it. With `handoff`, what happened to the task before comes with it, as in the answer to a claim by the caller; to a caller without a name it shows the comments of all.",
  http: { method: "GET", path: "/tasks/{id}" },
  input: z.strictObject({
    id: TaskId,
    fields: fieldsOf(TaskView),
