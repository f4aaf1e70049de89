import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { agentLine, pauseText } from "../../terminal/shown/agent.ts"

export default clientCommand({
  name: "agent pause",
  operation: "agent.pause",
  positionals: ["name"],
  examples: [
    ["agent pause ann", "until `upnext agent resume ann`"],
    [
      'agent pause ann --for 2h --reason "at lunch"',
      "for two hours; the agent may finish its work in progress",
    ],
  ],
  print({ agent: { name, joinedAt, paused } }) {
    const change = agentLine(name, `is ${pauseText(paused)}`)
    // A name that was not known joins with its pause.
    return joinedAt === paused?.at
      ? `${change}\n  ${style.dim("No agent has used this name yet. The pause applies once an agent uses the name.")}`
      : change
  },
})
