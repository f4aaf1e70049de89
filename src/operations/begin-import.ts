import * as z from "zod"
import { viewImport } from "../domain/read-models/import-view.ts"
import { beginEvents } from "../domain/rules/imports.ts"
import { importKinds } from "../domain/wire/imports/import-form.ts"
import { ImportOrigin } from "../domain/wire/imports/import-schemas.ts"
import { ImportView } from "../domain/wire/imports/import-view-schemas.ts"
import { line } from "../domain/wire/schemas.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const beginImport = command({
  name: "import.begin",
  summary: "Begin to bring in tasks from another tool, or go on with it",
  description:
    "None of its tasks is ready before its end. There is one import at a time: one of the same kind, name and origin that has not ended goes on, any other one is refused meanwhile.",
  http: { method: "POST", path: "/imports" },
  access: "admin",
  opensWithBoard: true,
  input: z.strictObject({
    kind: z.enum(importKinds).describe("the tool that the tasks come from"),
    name: line(200, "what is brought in").describe(
      "of what is brought in, such as the name of the file: who imports the same again goes on with it",
    ),
    origin: ImportOrigin.optional().describe(
      "what tells its tasks from those of another repository or file, such as `owner/name`",
    ),
  }),
  output: z.object({ import: ImportView }),
  refusals: ["import_open"],

  decide: (board, { kind, name, origin }) =>
    beginEvents(board, { kind, name, ...(origin !== undefined && { origin }) }),
  answer: (board, _, __, { now }) => ({
    import: viewImport(board.openImport() ?? fail("internal", "The import is open."), now),
  }),
})
