import * as z from "zod"
import { viewTaken } from "../domain/read-models/done-commands.ts"
import { undoEvents } from "../domain/rules/undo.ts"
import { TaskId, whole } from "../domain/wire/schemas.ts"
import { CommandSeq, TakenBack } from "../domain/wire/undo-schema.ts"
import { command } from "../operation.ts"

export const undoCommand = command({
  name: "command.undo",
  summary: "Take back what the caller did last",
  description:
    "Each request is taken back whole, by new events, if nothing that it changed was changed since. The last 50 requests of a day are kept. Undos are passed over; a redo takes one back. It takes the role that it would take to do it by hand. With `task` or `commands` an admin takes back what others did, too.",
  http: { method: "POST", path: "/undo" },
  access: "work",
  input: z.strictObject({
    last: whole(1, 50).default(1).describe("how many are taken back, the latest first; all or none"),
    task: TaskId.optional().describe("only what changed this task"),
    commands: z
      .array(CommandSeq)
      .min(1)
      .max(50)
      .optional()
      .describe("these and no others: of each what its answer names it by, or its `seq` in the list"),
  }),
  output: TakenBack,
  refusals: ["nothing_to_undo", "undo_blocked", "review_required"],

  indexes: () => ["parent"],
  decide: (board, input, context) => undoEvents(board, input, context),
  answer: (board, events) => viewTaken(board, events),
})
