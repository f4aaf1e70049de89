import { line, style } from "../../terminal/output.ts"
import { accessCommand } from "../access/access-command.ts"

export default accessCommand({
  name: "account delete",
  operation: "account.delete",
  positionals: ["name"],
  rename: { name: "account" },
  examples: [["account delete ci", "its tokens become invalid immediately; its changes stay in the history"]],
  print: ({ deleted }) =>
    `${style.green("✓")} ${style.bold(line(deleted))} is deleted, and its tokens are no longer valid`,
})
