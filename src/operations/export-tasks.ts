import * as z from "zod"
import { toCsv } from "../domain/read-models/export-csv.ts"
import { toJsonLines } from "../domain/read-models/export-jsonl.ts"
import { takeMoment, storedTask, type ExportMoment } from "../domain/read-models/export-moment.ts"
import { indexesOfList } from "../domain/read-models/task-list-indexes.ts"
import { tasksThatMatch } from "../domain/read-models/task-page.ts"
import { exportForms, type ExportForm } from "../domain/wire/exports/export-forms.ts"
import { ExportedTask } from "../domain/wire/exports/export-schema.ts"
import { taskFilters } from "../domain/wire/tasks/task-filters.ts"
import { download } from "../operation.ts"
import { writePlan } from "../domain/wire/plan/write.ts"

const forms = Object.keys(exportForms) as [ExportForm]

export const exportTasks = download({
  name: "task.export",
  summary: "Export all tasks, or those that match the filters",
  description:
    "The response shows the board at a single moment, however long it takes to send. In JSON lines, the first line is a header with the number of tasks; each further line is a task. The trash is excluded. If the connection ends early, the export is incomplete.",
  http: { method: "GET", path: "/export" },
  access: "read",
  input: z.strictObject({
    format: z
      .enum(forms, { error: `expected one of ${forms.join(", ")}` })
      .default("jsonl")
      .describe("jsonl is lossless, csv is for spreadsheets, markdown is a plan for people"),
    ...taskFilters,
  }),
  output: ExportedTask,
  form: "format",
  forms: exportForms,
  refusals: ["too_many_streams"],

  searches: ({ q }) => q !== undefined,
  indexes: ({ format: _, ...filter }) => indexesOfList(filter),
  pieces(board, { format, q, ...filter }, context) {
    const found = q === undefined ? undefined : context.search.tasks(q)
    const tasks = tasksThatMatch(board, { ...filter, found }, context)
    return writers[format](takeMoment(board, tasks, context.now))
  },
})

// --- internal ---

const writers = { jsonl: toJsonLines, csv: toCsv, markdown: toMarkdown }

/** A plan as described in `docs/plan.md`, in which each task has its number and its status. */
function toMarkdown(moment: ExportMoment): Generator<string, void> {
  return writePlan(moment.tasks, (task) => storedTask(moment, task), { isBoard: true })
}
