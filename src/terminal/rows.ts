import type { ShownPage } from "./page-end.ts"

/** The records of an answer with a list. Every list comes first in its answer. */
export function rowsIn(answer: unknown): readonly unknown[] {
  return Object.values(answer ?? {}).find((part): part is unknown[] => Array.isArray(part)) ?? []
}

/** How much of a list an answer holds, if it is one. */
export function pageOf(answer: unknown): (ShownPage & { readonly next: string | null }) | undefined {
  const { next, total } = (answer ?? {}) as { next?: string | null; total?: number }
  return next === undefined || total === undefined ? undefined : { shown: rowsIn(answer).length, total, next }
}

/** Whether a program reads what is printed: JSON, or anything but text for people. */
export const isForProgram = ({ json, format = "text" }: Readonly<Record<string, unknown>>): boolean =>
  json === true || format !== "text"

/**
 * A line for each row. `--format id` prints the first column; `--format tsv` prints all, or those of `--fields`, with tabs
 * between them and without a head. The field of a need's task counts as its own.
 */
export function rowsText(
  rows: readonly unknown[],
  columns: readonly string[],
  { format, fields }: Readonly<Record<string, unknown>>,
): string {
  const chosen = (fields as string[] | undefined)?.flatMap((each) => each.split(","))
  const names = format === "id" ? columns.slice(0, 1) : (chosen ?? columns)
  return rows.map((row) => names.map((name) => cell(valueOf(row, name.trim()))).join("\t")).join("\n")
}

// --- internal ---

function valueOf(row: unknown, name: string): unknown {
  const record = row as Readonly<Record<string, unknown>>
  const { task } = record
  return name in record || typeof task !== "object" ? record[name] : (task as typeof record)[name]
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ""
  const isList = Array.isArray(value) && value.every((each) => typeof each !== "object")
  const text = isList ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value)
  return text.replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char)
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }
