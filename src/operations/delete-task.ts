import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { command } from "../operation.ts"

export const deleteTask = command({
  name: "task.delete",
  summary: "Delete a task and its comments",
  description: "Its id is never given again.",
  http: { method: "DELETE", path: "/tasks/{id}" },
  input: z.strictObject({ id: TaskId }),
  output: z.object({ deleted: z.string() }),
  subject: "id",
  refusals: ["task_not_found", "task_deleted"],

  decide(board, { id }) {
    requireTask(board, id)
    return [{ type: "task.deleted", task: id }]
  },
  answer: (_board, _events, { id }) => ({ deleted: id }),
})
