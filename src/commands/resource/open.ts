import { clientCommand } from "../../terminal/client-command.ts"
import { resourceLine } from "./render.ts"

export default clientCommand({
  name: "resource open",
  operation: "resource.open",
  positionals: ["name"],
  examples: [["resource open claude-max", "who waits for it gets work"]],
  print: ({ resource }) => resourceLine(resource.name, "is open"),
})
