import * as z from "zod"
import { viewDone } from "../domain/read-models/done-commands.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { ownCommands } from "../domain/rules/undo.ts"
import { DoneCommandView } from "../domain/wire/undo-schema.ts"
import { query } from "../operation.ts"

export const listCommands = query({
  name: "command.list",
  summary: "List what the caller can undo, latest first",
  description: "The list has at most 50 requests, all from the last 24 hours.",
  http: { method: "GET", path: "/undo" },
  access: "read",
  input: z.strictObject({ fields: fieldsOf(DoneCommandView) }),
  output: z.object({ commands: z.array(DoneCommandView) }),
  record: "commands",

  read: (board, _, context) => ({ commands: ownCommands(board, context).map(viewDone) }),
})
