import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { taskLine } from "./render.ts"

export default clientCommand<"task.restore", OutputOf<"task.restore">>({
  name: "task restore",
  operation: "task.restore",
  positionals: ["id..."],
  examples: [
    ["task list --trash", "what can be brought back"],
    ["task restore T-1", "it is back, with its comments, criteria and links"],
  ],
  print({ task, dropped }) {
    const lost = dropped.map(({ of, field, to, why }) => {
      const because = why === "gone" ? `${to} is gone for good` : "tasks would wait for each other"
      return `  ${style.yellow("not linked again:")} ${field} ${to} of ${of}: ${because}`
    })
    return [taskLine(task, `is back (${task.status})`), ...lost].join("\n")
  },
  id: ({ task }) => task.id,
})
