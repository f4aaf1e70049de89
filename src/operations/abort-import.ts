import * as z from "zod"
import { viewImport } from "../domain/read-models/import-view.ts"
import { abortEvents } from "../domain/rules/abort-import.ts"
import { requireImport } from "../domain/rules/imports.ts"
import { ImportId, ImportView } from "../domain/wire/imports/import-view-schemas.ts"
import { commandThatTells } from "../operation.ts"

export const abortImport = commandThatTells({
  name: "import.abort",
  summary: "Undo an import",
  description:
    "The tasks that the import added are moved to the trash, and later imports treat their sources as new. The tasks that the import changed get their earlier values back, unless they have been changed since then. An import that has ended cannot be undone once one of its tasks has been changed.",
  http: { method: "POST", path: "/imports/{id}/abort" },
  access: "admin",
  opensWithBoard: true,
  input: z.strictObject({ id: ImportId }),
  output: z.object({
    import: ImportView,
    putBack: z.int().describe("how many tasks got their earlier values back"),
    left: z
      .array(z.string())
      .describe("tasks that keep the import's changes because they have been changed since then"),
  }),
  refusals: ["import_not_found", "nothing_to_undo", "undo_blocked"],

  indexes: () => ["parent"],
  decide: (board, { id }, context) => abortEvents(board, id, context),
  answer: (board, { told }, { id }, { now }) => ({
    import: viewImport(requireImport(board, id), now),
    ...told,
  }),
})
