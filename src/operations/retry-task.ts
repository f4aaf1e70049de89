import { sayIs } from "../domain/wire/enums.ts"
import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { factsOf } from "../domain/rules/moves.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const retryTask = command({
  name: "task.retry",
  summary: "Offer a task immediately after a failed attempt",
  description:
    "Failed attempts still count. The task still waits for other tasks and for its `notBefore`. If no retry is pending, nothing changes.",
  http: { method: "POST", path: "/tasks/{id}/retry" },
  access: "manage",
  input: z.strictObject({ id: TaskId }),
  output: z.object({ task: TaskView }),
  subject: "id",
  shows: "task",
  refusals: ["invalid_transition"],

  decide(board, { id }, { now }) {
    const task = requireTask(board, id)
    if (task.status !== "todo" && task.status !== "doing")
      fail("invalid_transition", {
        detail: `${id} ${sayIs(task.status)}; only a task in todo can be retried.`,
        facts: factsOf(task),
      })
    return (task.backoffUntil ?? 0) > now ? [{ type: "task.retried", task: id }] : []
  },
  answer: (board, _, { id }, { now }) => ({ task: viewTask(board, requireTask(board, id), now) }),
})
