import { clientCommand } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { taskLine } from "../../terminal/shown/task.ts"

export default clientCommand({
  name: "review",
  operation: "task.review",
  summary: "Decide on finished work: approve, or request_changes",
  positionals: ["id...", "decision?"],
  about: [
    "Without a decision it shows what was changed, through git's pager and in its colours where the commits are in this repository, and asks. Where nobody can be asked, it prints the patch.",
  ],
  examples: [
    ["review T-1", "look at what was changed, and decide"],
    ["review T-1 approve", "it is done"],
    ["review T-1 T-2 approve", "both of them"],
    ['review T-1 request_changes --comment "Add a test"', "back to whoever did it"],
  ],
  fill: async ({ client, flags, words: [id = "", decision], again }) =>
    decision === undefined && flags.decision === undefined && flags.data === undefined && flags.json !== true
      ? (await import("./review-asked.ts")).askDecision({
          client,
          id: toTaskId(id),
          again,
          comment: flags.comment,
        })
      : {},
  run: ({ client, input }) =>
    client.task.review({ ...input, decision: input.decision.replace("-", "_") as typeof input.decision }),
  print: ({ task, review }) => taskLine(task, review.decision === "approve" ? "is approved" : "goes back"),
  id: ({ task }) => task.id,
})
