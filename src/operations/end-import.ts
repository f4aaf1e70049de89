import * as z from "zod"
import { viewImport } from "../domain/read-models/import-view.ts"
import { endEvents, requireImport } from "../domain/rules/imports.ts"
import { ImportId, ImportView } from "../domain/wire/imports/import-view-schemas.ts"
import { command } from "../operation.ts"

export const endImport = command({
  name: "import.end",
  summary: "End an import, and release its tasks",
  description: "Until one of its tasks is changed, the import can be undone as a whole.",
  http: { method: "POST", path: "/imports/{id}/end" },
  access: "admin",
  opensWithBoard: true,
  input: z.strictObject({ id: ImportId }),
  output: z.object({ import: ImportView }),
  refusals: ["import_not_found", "import_not_open"],

  decide: (board, { id }) => endEvents(board, id),
  answer: (board, _, { id }, { now }) => ({ import: viewImport(requireImport(board, id), now) }),
})
