import { style } from "../../terminal/output.ts"
import { accessCommand } from "../access/access-command.ts"

export default accessCommand({
  name: "token revoke",
  operation: "token.revoke",
  summary: "Revoke a token immediately",
  positionals: ["id"],
  rename: { id: "token-id" },
  examples: [["token revoke K-1", "`upnext token list` shows the ids; authentication stays on"]],
  print: ({ revoked }) => `${style.green("✓")} ${style.bold(revoked)} is revoked`,
})
