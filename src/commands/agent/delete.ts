import { clientCommand } from "../../terminal/client-command.ts"
import { agentLine } from "./render.ts"

export default clientCommand({
  name: "agent delete",
  operation: "agent.delete",
  positionals: ["name"],
  examples: [["agent delete ann", "with its inbox; what it did stays. It is back with its next contact"]],
  print: ({ deleted }) => agentLine(deleted, "is off the list"),
})
