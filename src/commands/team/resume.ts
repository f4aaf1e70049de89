import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"

export default clientCommand({
  name: "team resume",
  operation: "team.resume",
  omit: ["full"],
  examples: [["team resume", "agents with a pause of their own stay paused"]],
  print: () => `${style.green("✓")} The team is offered work again`,
})
