import { clientCommand } from "../../terminal/client-command.ts"
import { resourceLine } from "./render.ts"

export default clientCommand({
  name: "resource open",
  operation: "resource.open",
  positionals: ["name"],
  examples: [["resource open claude-max", "tasks that wait for it are offered"]],
  print: ({ resource }) => resourceLine(resource.name, "is open"),
})
