import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { quote } from "../../terminal/typed.ts"
import { agentLine } from "./render.ts"

export default clientCommand({
  name: "agent delete",
  operation: "agent.delete",
  positionals: ["name"],
  examples: [["agent delete ann", "and its inbox; its work stays. Its next request adds it again"]],
  print: ({ deleted }) =>
    `${agentLine(deleted, "is deleted")}\n${style.dim(`  Tasks assigned to it stay so: upnext list --assignee ${quote(deleted)}`)}`,
})
