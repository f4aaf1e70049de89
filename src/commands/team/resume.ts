import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"

export default clientCommand({
  name: "team resume",
  operation: "team.resume",
  examples: [["team resume", "agents that are paused themselves stay so"]],
  print: () => `${style.green("✓")} The team is offered work again`,
})
