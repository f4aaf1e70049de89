import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { agentTable, pauseText } from "./render.ts"

export default clientCommand({
  name: "agent list",
  operation: "agent.list",
  either: ["live"],
  examples: [
    ["agent list", "everyone seen so far"],
    ["agent list --live", "those with a request in the last two minutes"],
  ],
  print({ agents, next, total, teamPaused }) {
    const head = teamPaused ? `${style.yellow(`The whole team is ${pauseText(teamPaused)}`)}\n\n` : ""
    if (agents.length === 0) return `${head}No agents. An agent appears here with its first claim.`
    const more =
      next === null ? "" : `\n${style.dim(`${agents.length} of ${total}; go on with --cursor ${next}`)}`
    return head + agentTable(agents) + more
  },
  id: ({ agents }) => agents.map(({ name }) => name).join("\n"),
})
