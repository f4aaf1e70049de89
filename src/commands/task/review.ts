import { clientCommand } from "../../terminal/client-command.ts"
import { taskLine } from "./render.ts"

export default clientCommand({
  name: "task review",
  operation: "task.review",
  summary: "Decide on finished work: approve, or request_changes",
  positionals: ["id...", "decision"],
  examples: [
    ["task review T-1 approve", "it is done"],
    ["task review T-1 T-2 approve", "both of them"],
    ['task review T-1 request_changes --comment "Add a test"', "back to whoever did it"],
  ],
  run: ({ client, input }) =>
    client.task.review({ ...input, decision: input.decision.replace("-", "_") as typeof input.decision }),
  print: ({ task, review }) => taskLine(task, review.decision === "approve" ? "is approved" : "goes back"),
  id: ({ task }) => task.id,
})
