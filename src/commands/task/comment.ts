import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"

export default clientCommand({
  name: "task comment",
  operation: "task.comment",
  positionals: ["id...", "content"],
  examples: [
    ['task comment T-1 "Half of it is done"', "as the agent that `upnext whoami` shows"],
    ["task comment T-1 - < update.md", "text from standard input"],
  ],
  print: ({ comment }) =>
    `${style.green("✓")} ${style.bold(comment.taskId)} has a comment by ${line(comment.author)}  ${style.dim(comment.id)}`,
  id: ({ comment }) => comment.id,
})
