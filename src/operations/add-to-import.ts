import * as z from "zod"
import { failField } from "../errors.ts"
import { partEvents } from "../domain/rules/imports.ts"
import { ImportAllLinks, ImportTasks } from "../domain/wire/imports/import-schemas.ts"
import { ImportId, ImportPartView } from "../domain/wire/imports/import-view-schemas.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Project } from "../domain/wire/schemas.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { commandThatTells } from "../operation.ts"

export const addToImport = commandThatTells({
  name: "import.add",
  summary: "Add part of an import",
  description:
    "Send all tasks first, part by part, then all links. A task is identified by its source. If a task with that source exists, each field that was changed at the origin is updated, unless it has also been changed here since. If both title and creation time differ, the task that was sent counts as a different task. Authors and times are kept as the origin gives them. An import sends no notices and does not count in statistics. Sending the same part again changes nothing.",
  http: { method: "POST", path: "/imports/parts" },
  access: "admin",
  opensWithBoard: true,
  grows: true,
  input: z.strictObject({
    import: ImportId.optional().describe("the open import; not needed with `dryRun`"),
    tasks: ImportTasks.default([]),
    links: ImportAllLinks.default([]),
    project: Project.optional().describe("the project of new tasks that do not name one"),
    dryRun: z.boolean().default(false).describe("return what would be imported, and change nothing"),
  }),
  output: z.object({ ...ImportPartView, notes: Notes }),
  dryRun: "dryRun",
  refusals: ["import_not_found", "import_not_open"],

  indexes: ({ links }) => (links.length > 0 ? ["parent"] : []),
  decide(board, { import: id, tasks, links, project, dryRun }, context) {
    if (id === undefined && !dryRun) failField("import", "must name the import that this part belongs to")
    return partEvents(board, dryRun ? undefined : id, { tasks, links, project }, context)
  },
  answer: (board, { told, events }, { dryRun }, context) => ({
    added: told.added,
    ids: dryRun ? [] : [...told.ids],
    unchanged: told.unchanged,
    changed: told.changed.map((each) => ({ ...each, changes: [...each.changes] })),
    kept: told.kept.map((each) => ({ ...each, changes: [...each.changes] })),
    deleted: [...told.deleted],
    adopted: [...told.adopted],
    separate: [...told.separate],
    repeated: [...told.repeated],
    dropped: [...told.dropped],
    ...notesOn(board, events, context),
  }),
})
