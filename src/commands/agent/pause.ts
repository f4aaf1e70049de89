import { clientCommand } from "../../terminal/client-command.ts"
import { agentLine, pauseText } from "./render.ts"

export default clientCommand({
  name: "agent pause",
  operation: "agent.pause",
  positionals: ["name"],
  examples: [
    ["agent pause ann", "until `upnext agent resume ann`"],
    ['agent pause ann --for 2h --reason "at lunch"', "for two hours; it may finish its work in progress"],
  ],
  print: ({ agent }) => agentLine(agent.name, `is ${pauseText(agent.paused)}`),
})
