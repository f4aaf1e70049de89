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
  summary: "Begin or continue an import from another tool",
  description:
    "The import's tasks become ready only when the import ends. Only one import can be open at a time: a request with the same kind, name and origin continues it, and any other import is refused until it ends.",
  http: { method: "POST", path: "/imports" },
  access: "admin",
  opensWithBoard: true,
  input: z.strictObject({
    kind: z.enum(importKinds).describe("the tool that the tasks come from"),
    name: line(200, "the kind of the import").describe(
      "the name of the import, such as its file name; an import with the same name is continued",
    ),
    origin: ImportOrigin.optional().describe(
      "the repository or file that the tasks come from, such as `owner/name`, to distinguish them from other tasks",
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
