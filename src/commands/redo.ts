import { clientCommand } from "../terminal/client-command.ts"
import { sayTaken } from "./undo/taken.ts"

export default clientCommand({
  name: "redo",
  operation: "command.redo",
  omit: ["command"],
  examples: [["redo", "the board is as before your last undo"]],
  print: (answer) => sayTaken(answer, "Done again"),
})
