import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { lessonsFor } from "../domain/read-models/lessons.ts"
import { Flag, TaskId } from "../domain/wire/schemas.ts"
import { LessonView, TaskView } from "../domain/wire/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { query } from "../operation.ts"

export const readTask = query({
  name: "task.read",
  summary: "Read a task",
  description: "With `lessons`, up to three reflections on similar finished tasks come with it.",
  http: { method: "GET", path: "/tasks/{id}" },
  input: z.strictObject({
    id: TaskId,
    lessons: Flag.optional().describe("with what was learned by similar tasks that are done"),
  }),
  output: z.object({ task: TaskView, lessons: z.array(LessonView).max(3).optional() }),
  shows: "task",
  refusals: ["task_not_found", "task_deleted"],

  searches: ({ lessons }) => lessons === true,
  read(board, { id, lessons }, { search }) {
    const task = requireTask(board, id)
    return { task: viewTask(board, task), ...(lessons && { lessons: lessonsFor(board, task, search) }) }
  },
})
