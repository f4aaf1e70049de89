import * as z from "zod"
import { viewImport } from "../domain/read-models/import-view.ts"
import { pageDown } from "../domain/read-models/page.ts"
import { ImportView } from "../domain/wire/imports/import-view-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { paging } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"

export const listImports = query({
  name: "import.list",
  summary: "List imports from other tools, newest first",
  description: "`open` is the import that has begun but not ended.",
  http: { method: "GET", path: "/imports" },
  access: "read",
  input: z.strictObject({ ...paging, ...ofPast, fields: fieldsOf(ImportView) }),
  output: z.object({ imports: z.array(ImportView), open: ImportView.nullable(), ...page }),
  record: "imports",
  past: "at",

  read(board, input, { now }) {
    const open = board.openImport()
    const numbers = Array.from(board.imports.values(), ({ n }) => n)
    const { items, next, total } = pageDown(numbers, input, "I", (n) => board.imports.get(n), true)
    return {
      imports: items.map((record) => viewImport(record, now)),
      open: open ? viewImport(open, now) : null,
      next,
      total,
    }
  },
})
