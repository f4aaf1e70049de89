import { clientCommand } from "../../terminal/client-command.ts"
import { agentLine } from "./render.ts"

export default clientCommand({
  name: "agent resume",
  operation: "agent.resume",
  positionals: ["name"],
  examples: [["agent resume ann", "ends its own pause; that of the team is `upnext team resume`"]],
  print: ({ agent }) => agentLine(agent.name, "is offered work again"),
})
