import { pauseText } from "../../terminal/shown/agent.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"

export default clientCommand({
  name: "team pause",
  operation: "team.pause",
  omit: ["full"],
  examples: [
    ["team pause", "until `upnext team resume`"],
    ['team pause --for 2h --reason "deploying"', "for two hours; agents may finish their work in progress"],
  ],
  print: ({ paused }) => `${style.green("✓")} The team is ${pauseText(paused)}`,
})
