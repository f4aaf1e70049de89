import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { taskTable } from "./render.ts"

export default clientCommand({
  name: "task list",
  operation: "task.list",
  rename: { ids: "id" },
  omit: ["compact"],
  either: ["ready", "overdue"],
  examples: [
    ["task list --status todo --status doing", "what is open"],
    ["task list --sort -updated --updated-since 2h", "what changed within two hours, the latest first"],
    ["task list --ready --project web --format id", "ids of what may be started"],
  ],
  run: ({ client, input, flags }) => client.task.list({ compact: flags.json !== true, ...input }),
  print({ tasks, next, total }) {
    if (tasks.length === 0) return "No tasks."
    const more =
      next === null ? "" : `\n${style.dim(`${tasks.length} of ${total}; go on with --cursor ${next}`)}`
    return taskTable(tasks) + more
  },
  id: ({ tasks }) => tasks.map(({ id }) => id).join("\n"),
})
