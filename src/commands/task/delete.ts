import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"

export default clientCommand({
  name: "task delete",
  operation: "task.delete",
  positionals: ["id"],
  examples: [["task delete T-1", "for good; its number is not given again"]],
  print: ({ deleted }) => `${style.green("✓")} ${style.bold(deleted)} is deleted`,
  id: ({ deleted }) => deleted,
})
