import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { agentTable, pauseText } from "../../terminal/shown/agent.ts"

export default clientCommand({
  name: "agent list",
  operation: "agent.list",
  either: ["live"],
  examples: [
    ["agent list", "everyone seen so far"],
    ["agent list --live", "agents with a request in the last two minutes"],
  ],
  print({ agents, teamPaused }, _, { live }) {
    const head = teamPaused ? `${style.yellow(`The whole team is ${pauseText(teamPaused)}`)}\n\n` : ""
    if (agents.length === 0)
      return {
        notice: `${head}No agents${live === undefined ? ". An agent appears here once it claims a task" : " match"}.`,
      }
    return head + agentTable(agents)
  },
  columns: ["name", "role", "host", "live", "tasks", "unread", "lastSeenAt"],
})
