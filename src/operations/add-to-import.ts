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
  summary: "Bring in a part of an import",
  description:
    "First all tasks, part by part, then the links of all. A task is known by its source: one that is here changes where its origin says something else than before and nobody here has changed that field since; one whose title and time of creation are both others is another task. Authors and times are kept as the origin gives them. It sends no notices, and no statistic counts it. The same part again changes nothing.",
  http: { method: "POST", path: "/imports/parts" },
  access: "admin",
  opensWithBoard: true,
  grows: true,
  input: z.strictObject({
    import: ImportId.optional().describe("the import, which is open; not needed with `dryRun`"),
    tasks: ImportTasks.default([]),
    links: ImportAllLinks.default([]),
    project: Project.optional().describe("the project of new tasks that name none"),
    dryRun: z.boolean().default(false).describe("answer what would come, and change nothing"),
  }),
  output: z.object({ ...ImportPartView, notes: Notes }),
  dryRun: "dryRun",
  refusals: ["import_not_found", "import_not_open"],

  indexes: ({ links }) => (links.length > 0 ? ["parent"] : []),
  decide(board, { import: id, tasks, links, project, dryRun }, context) {
    if (id === undefined && !dryRun) failField("import", "must name the import that the part belongs to")
    return partEvents(board, dryRun ? undefined : id, { tasks, links, project }, context)
  },
  answer: (board, { told, events }, _, context) => ({
    added: told.added,
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
