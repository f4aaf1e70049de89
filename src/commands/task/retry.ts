import { clientCommand } from "../../terminal/client-command.ts"
import { taskLine, waitOf } from "../../terminal/shown/task.ts"

export default clientCommand({
  name: "retry",
  operation: "task.retry",
  summary: "Offer a task at once after a failed attempt",
  positionals: ["id..."],
  examples: [["retry T-1", "offer it at once after its failed attempt"]],
  print({ task }) {
    const wait = waitOf(task)
    const state = task.ready || wait === undefined ? task.status : `${task.status}, ${wait}`
    return taskLine(task, `is offered at once (${state})`)
  },
  id: ({ task }) => task.id,
})
