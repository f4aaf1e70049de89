import * as z from "zod"
import { requireTask } from "../domain/find.ts"
import { TaskId } from "../domain/schemas.ts"
import { TaskView } from "../domain/view-schemas.ts"
import { viewTask } from "../domain/views.ts"
import { query } from "../operation.ts"

export const readTask = query({
  name: "task.read",
  summary: "Read a task",
  http: { method: "GET", path: "/tasks/{id}" },
  input: z.strictObject({ id: TaskId }),
  output: z.object({ task: TaskView }),

  read: (board, { id }) => ({ task: viewTask(board, requireTask(board, id)) }),
})
