import { isCsvField, type CsvField } from "../../interchange/csv/preset.ts"
import { fieldName } from "../words/field-names.ts"
import { statusNames } from "../words/move-words.ts"

/** The name of what a column may say. */
export function fieldLabel(field: CsvField): string {
  return labels[field] ?? fieldName(field)
}

/** The text of a note, with the labels of this page where the command line has words that its flags take. */
export function noteWords(text: string): string {
  return text.replace(/→ (\w+)$/, (whole, word: string) => {
    if (Object.hasOwn(statusNames, word)) return `→ ${statusNames[word as keyof typeof statusNames]}`
    return isCsvField(word) ? `→ ${fieldLabel(word)}` : whole
  })
}

// --- internal ---

/** Where the name of the field does not say it. */
const labels: Partial<Record<CsvField, string>> = {
  alias: "Another id, used in links",
  assignees: "Assignees, several",
  comment: "A comment",
  comments: "Comments, several",
  criteria: "Done when",
  done: "Whether it is done",
  id: "Id",
  met: "Done when (already met)",
  parent: "Parent",
  seconds: "Estimate in seconds",
  summary: "What was done",
  tag: "One tag",
}
