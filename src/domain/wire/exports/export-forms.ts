/** The formats of an export, each with its media type and file extension. */
export const exportForms = {
  jsonl: { type: "application/jsonl", ending: "jsonl" },
  csv: { type: "text/csv", ending: "csv" },
  markdown: { type: "text/markdown", ending: "md" },
} as const
export type ExportForm = keyof typeof exportForms
