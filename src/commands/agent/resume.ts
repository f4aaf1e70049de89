import { clientCommand } from "../../terminal/client-command.ts"
import { agentLine } from "../../terminal/shown/agent.ts"

export default clientCommand({
  name: "agent resume",
  operation: "agent.resume",
  positionals: ["name"],
  examples: [["agent resume ann", "ends the agent's own pause; `upnext team resume` ends the team's"]],
  print: ({ agent }) => agentLine(agent.name, "is offered work again"),
})
