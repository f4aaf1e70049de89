import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { command } from "../operation.ts"

/** Its number is never given again; asking for it answers 410. */
export const deleteTask = command({
  name: "task.delete",
  summary: "Delete a task and its comments",
  http: { method: "DELETE", path: "/tasks/{id}" },
  input: z.strictObject({ id: TaskId }),
  output: z.object({ deleted: z.string() }),

  decide(board, { id }) {
    requireTask(board, id)
    return [{ type: "task.deleted", task: id }]
  },
  answer: (_board, _events, { id }) => ({ deleted: id }),
})
