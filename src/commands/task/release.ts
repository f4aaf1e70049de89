import { clientCommand } from "../../terminal/client-command.ts"
import { backoffOf, taskLine } from "./render.ts"

export default clientCommand({
  name: "task release",
  operation: "task.release",
  positionals: ["id..."],
  examples: [
    ["task release T-1", "give it back; costs nothing"],
    ['task release T-1 --failed --reason "no access"', "the attempt failed"],
  ],
  print({ task }) {
    const rest = backoffOf(task)
    return taskLine(task, `is given back (${task.status}${rest === undefined ? "" : `, ${rest}`})`)
  },
  id: ({ task }) => task.id,
})
