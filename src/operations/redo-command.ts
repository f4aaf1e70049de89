import * as z from "zod"
import { viewTaken } from "../domain/read-models/done-commands.ts"
import { redoEvents } from "../domain/rules/undo.ts"
import { CommandSeq, TakenBack } from "../domain/wire/undo-schema.ts"
import { command } from "../operation.ts"

export const redoCommand = command({
  name: "command.redo",
  summary: "Take back the caller's last undo",
  description: "The board is as before the undo, if nothing of it was changed since.",
  http: { method: "POST", path: "/redo" },
  access: "work",
  input: z.strictObject({
    command: CommandSeq.optional().describe("this undo and no other: what its answer names it by"),
  }),
  output: TakenBack,
  refusals: ["nothing_to_undo", "undo_blocked", "review_required"],

  indexes: () => ["parent"],
  decide: (board, input, context) => redoEvents(board, input, context),
  answer: (board, events) => viewTaken(board, events),
})
