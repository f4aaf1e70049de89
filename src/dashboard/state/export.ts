import { exportForms, type ExportForm } from "../../domain/wire/exports/export-forms.ts"
import { download } from "../api/api.ts"
import { save } from "./files.ts"
import { sayRefusal } from "../words/refusals.ts"
import type { App } from "./context.ts"
import { isNarrow, queryOf, wordsOf } from "./filter.ts"

export const exportNames: Readonly<Record<ExportForm, string>> = {
  jsonl: "JSON lines",
  csv: "CSV",
  markdown: "Markdown",
}

/** Saves the tasks that the filter chooses, of every status; without a filter all of them. */
export async function exportTasks({ store, actions }: App, format: ExportForm): Promise<void> {
  const { filter, name } = store.state
  const { tell } = actions
  const what = isNarrow(filter) ? "The filtered tasks" : "All tasks"
  tell(`${what} are being exported.`)
  const result = await download("task.export", {
    ...queryOf(filter, name),
    ...wordsOf(filter.text),
    format,
  })
  if ("refusal" in result) {
    const { title, detail } = sayRefusal(result.refusal)
    return void tell([`Nothing was exported: ${title}.`, detail].filter(Boolean).join(" "))
  }
  const file = `upnext-${result.seq}.${exportForms[format].ending}`
  save(result.value, file)
  tell(`${what} are saved in ${file}.`)
}
