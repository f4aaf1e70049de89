import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { restoreEvents } from "../domain/rules/trash.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { DroppedEdge } from "../domain/wire/tasks/trash-schema.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { command } from "../operation.ts"

export const restoreTask = command({
  name: "task.restore",
  summary: "Restore a deleted task",
  description:
    "For 30 days the task can be restored as it was, with its comments, criteria, reflections and links. A task that was in progress returns to todo, with the assignee that it had before the claim. Repeating the request changes nothing.",
  http: { method: "POST", path: "/tasks/{id}/restore" },
  access: "manage",
  input: z.strictObject({ id: TaskId }),
  output: z.object({
    task: TaskView,
    restored: z.boolean().describe("false if the task was not deleted"),
    dropped: z.array(DroppedEdge).describe("the links that were dropped"),
  }),
  subject: "id",
  shows: "task",

  indexes: () => ["parent"],
  decide: (board, { id }) => restoreEvents(board, id),
  answer(board, events, { id }, { now }) {
    const restored = events.find((event) => event.type === "task.restored")
    return {
      task: viewTask(board, requireTask(board, id), now),
      restored: restored !== undefined,
      dropped: [...(restored?.dropped ?? [])],
    }
  },
})
