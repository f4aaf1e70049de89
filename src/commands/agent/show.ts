import { clientCommand } from "../../terminal/client-command.ts"
import { agentCard } from "../../terminal/shown/agent.ts"

export default clientCommand({
  name: "agent show",
  operation: "agent.read",
  summary: "Show an agent: what it does, where and since when",
  positionals: ["name"],
  examples: [["agent show ann", "state, work in progress, host, unread notices"]],
  print: ({ agent }) => agentCard(agent),
})
