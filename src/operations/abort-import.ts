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
    "The tasks it added go to the trash, and their sources count as new again. The tasks it changed get their earlier values back, unless somebody has changed them since. An import that has ended cannot be undone once somebody has changed one of its tasks.",
  http: { method: "POST", path: "/imports/{id}/abort" },
  access: "admin",
  opensWithBoard: true,
  input: z.strictObject({ id: ImportId }),
  output: z.object({
    import: ImportView,
    putBack: z.int().describe("how many tasks got their earlier values back"),
    left: z.array(z.string()).describe("tasks that keep its changes, because they were changed again since"),
  }),
  refusals: ["import_not_found", "nothing_to_undo", "undo_blocked"],

  indexes: () => ["parent"],
  decide: (board, { id }, context) => abortEvents(board, id, context),
  answer: (board, { told }, { id }, { now }) => ({
    import: viewImport(requireImport(board, id), now),
    ...told,
  }),
})
