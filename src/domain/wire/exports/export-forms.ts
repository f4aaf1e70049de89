/** The forms of an export, each with its media type and the ending of its file. */
export const exportForms = {
  jsonl: { type: "application/jsonl", ending: "jsonl" },
  csv: { type: "text/csv", ending: "csv" },
  markdown: { type: "text/markdown", ending: "md" },
} as const
export type ExportForm = keyof typeof exportForms
