import { clientCommand } from "../terminal/client-command.ts"
import { sayTaken } from "./undo/taken.ts"

export default clientCommand({
  name: "redo",
  operation: "command.redo",
  omit: ["command"],
  examples: [["redo", "reverts your last undo"]],
  print: (answer) => sayTaken(answer, "Done again"),
})
