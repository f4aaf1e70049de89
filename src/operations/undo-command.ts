import * as z from "zod"
import { viewTaken } from "../domain/read-models/done-commands.ts"
import { undoEvents } from "../domain/rules/undo.ts"
import { TaskId, whole } from "../domain/wire/schemas.ts"
import { CommandSeq, TakenBack } from "../domain/wire/undo-schema.ts"
import { command } from "../operation.ts"

export const undoCommand = command({
  name: "command.undo",
  summary: "Undo the caller's last change",
  description:
    "Each request is undone as a whole, and only if nothing that it changed has been changed since then. An undo is recorded as new events. The last 50 requests are kept, for up to a day. Finished work is opened again, without its ended lease. Claims, lessons and comments stay, and an undo does not go past them without `task` or `commands`. Earlier undos are skipped; a redo reverts an undo. An undo requires the same role as making the change by hand. With `task` or `commands`, an admin can also undo what others did.",
  http: { method: "POST", path: "/undo" },
  access: "work",
  input: z.strictObject({
    last: whole(1, 50)
      .default(1)
      .describe("how many requests to undo, latest first; either all or none are undone"),
    task: TaskId.optional().describe("only requests that changed this task"),
    commands: z
      .array(CommandSeq)
      .min(1)
      .max(50)
      .optional()
      .describe(
        "exactly these requests, each identified by the number in its response or by its `seq` in the list",
      ),
  }),
  output: TakenBack,
  refusals: ["task_not_found", "nothing_to_undo", "undo_blocked", "review_required"],

  indexes: () => ["parent"],
  decide: (board, input, context) => undoEvents(board, input, context),
  answer: (board, events) => viewTaken(board, events),
})
