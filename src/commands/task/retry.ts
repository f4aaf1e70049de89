import { clientCommand } from "../../terminal/client-command.ts"
import { taskLine, waitOf } from "../../terminal/shown/task.ts"

export default clientCommand({
  name: "retry",
  operation: "task.retry",
  summary: "Offer a task immediately after a failed attempt",
  positionals: ["id..."],
  examples: [["retry T-1", "offer the task now, without the pause after its failed attempt"]],
  print({ task }) {
    const wait = waitOf(task)
    const state = task.ready || wait === undefined ? task.status : `${task.status}, ${wait}`
    return taskLine(task, `is offered now (${state})`)
  },
  id: ({ task }) => task.id,
})
