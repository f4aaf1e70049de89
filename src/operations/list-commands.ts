import * as z from "zod"
import { viewDone, viewFinal } from "../domain/read-models/done-commands.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { lastFinal, ownCommands } from "../domain/rules/undo.ts"
import { DoneCommandView, FinalCommandView } from "../domain/wire/undo-schema.ts"
import { query } from "../operation.ts"

export const listCommands = query({
  name: "command.list",
  summary: "List what the caller can undo, latest first",
  description: "The list has at most 50 requests, all from the last 24 hours.",
  http: { method: "GET", path: "/undo" },
  access: "read",
  input: z.strictObject({ fields: fieldsOf(DoneCommandView) }),
  output: z.object({
    commands: z.array(DoneCommandView),
    final: FinalCommandView.optional().describe(
      "the caller's last action that cannot be undone: an undo passes it only to named tasks or requests",
    ),
  }),
  record: "commands",

  read(board, _, context) {
    const final = lastFinal(board, context)
    return {
      commands: ownCommands(board, context).map(viewDone),
      ...(final && { final: viewFinal(board, final) }),
    }
  },
})
