import * as z from "zod"
import { viewTaken } from "../domain/read-models/done-commands.ts"
import { redoEvents } from "../domain/rules/undo.ts"
import { CommandSeq, TakenBack } from "../domain/wire/undo-schema.ts"
import { command } from "../operation.ts"

export const redoCommand = command({
  name: "command.redo",
  summary: "Redo what the caller last undid",
  description:
    "The undo is reverted only if nothing that it changed has been changed since then and, without `command`, only if the caller has changed nothing else since.",
  http: { method: "POST", path: "/redo" },
  access: "work",
  input: z.strictObject({
    command: CommandSeq.optional().describe(
      "redo exactly this undo, identified by the number in its response",
    ),
  }),
  output: TakenBack,
  refusals: ["nothing_to_undo", "undo_blocked", "review_required"],

  indexes: () => ["parent"],
  decide: (board, input, context) => redoEvents(board, input, context),
  answer: (board, events) => viewTaken(board, events),
})
