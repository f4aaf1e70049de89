import { clientCommand } from "../../terminal/client-command.ts"
import { line } from "../../terminal/output.ts"
import { taskLine } from "./render.ts"

export default clientCommand({
  name: "task done",
  operation: "task.complete",
  positionals: ["id..."],
  omit: ["criteria"],
  examples: [
    ['task done T-1 --reflection "Mocks hid the bug; a real file found it"', "finish it"],
    ['task done T-3 T-4 --reflection "Both were one bug"', "several; exit status 1 if one of them failed"],
    ['task done T-1 --summary "Shipped in 1.2" --reflection -', "the reflection from standard input"],
  ],
  print: ({ task }) =>
    taskLine(
      task,
      task.status === "review" ? `waits for review by ${line(task.reviewer ?? "anyone")}` : "is done",
    ),
  id: ({ task }) => task.id,
})
