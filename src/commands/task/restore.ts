import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { droppedLines } from "../../terminal/shown/dropped-links.ts"
import { taskLine } from "../../terminal/shown/task.ts"

export default clientCommand<"task.restore", OutputOf<"task.restore">>({
  name: "restore",
  operation: "task.restore",
  positionals: ["id..."],
  examples: [
    ["list --trash", "what can be brought back"],
    ["restore T-1", "the task is back, with its comments, criteria and links"],
  ],
  print({ task, restored, dropped }) {
    return [
      taskLine(task, `${restored ? "is back" : "is unchanged: it was not deleted"} (${task.status})`),
      ...droppedLines(dropped),
    ].join("\n")
  },
  id: ({ task }) => task.id,
})
