import Papa from "papaparse"
import { fromCell } from "../../domain/wire/exports/csv-cell.ts"
import { readLimits } from "../bytes/limits.ts"
import { textOf } from "../bytes/text.ts"
import type { Notes } from "../notes.ts"
import type { GivenFile } from "../reader.ts"

/** A row that says anything, by its columns. A name that occurs twice has two values. */
export interface CsvRow {
  /** `row 2`: the one below the names. */
  readonly place: string
  readonly cells: readonly (readonly [column: string, value: string])[]
}

/** The names of the columns, and the rows. Files are read in pieces, so that what cannot be read costs no more than its text. */
export function readRows({ path, bytes }: GivenFile, notes: Notes): CsvRow[] {
  const rows: CsvRow[] = []
  let names: readonly string[] | undefined
  let number = 0
  if (bytes.length > readLimits.totalBytes || longestLine(bytes) > readLimits.lineBytes) {
    notes.add("skipped", "{file} skipped: a line is longer than 8 MiB", path)
    return []
  }
  const text = textOf(bytes).replace(/^\ufeff/, "")
  Papa.parse<string[]>(text, {
    chunkSize: pieceSize,
    delimiter: headOf(text).delimiter,
    step: ({ data }, parser) => {
      number++
      if (data.length > readLimits.columns) {
        notes.add("skipped", `{row} skipped: more than ${readLimits.columns} columns`, `row ${number}`)
        if (!names) parser.abort()
        return
      }
      // A row of separators alone.
      if (data.every((cell) => cell.trim() === "")) return
      if (names) rows.push(toRow(names, data, number, notes))
      else names = data.map((name) => name.trim())
    },
  })
  return rows
}

/** The names of the columns of what may be CSV: those of its first line that is not blank. */
export function columnsOf(bytes: Uint8Array): string[] {
  return headOf(textOf(bytes.subarray(0, headBytes))).names
}

// --- internal ---

const pieceSize = 1024 * 1024
const headBytes = 64 * 1024

/** What divides the names into the most columns is what divides all: texts in the rows may hold anything. */
function headOf(text: string): { readonly names: string[]; readonly delimiter: string } {
  const start = text.slice(0, headBytes).replace(/^[\ufeff\s,;|]+/, "")
  const heads = [",", ";", "\t", "|"].map((delimiter) => {
    const [names = []] = Papa.parse<string[]>(start, { preview: 1, delimiter }).data
    return { delimiter, names: names.map((name) => name.trim()) }
  })
  return heads.reduce((best, head) => (head.names.length > best.names.length ? head : best))
}

function toRow(names: readonly string[], data: readonly string[], number: number, notes: Notes): CsvRow {
  const place = `row ${number}`
  const cells = data.flatMap((cell, i): (readonly [string, string])[] => {
    const name = names[i] ?? ""
    if (cell.trim() === "") return []
    if (i >= names.length) notes.add("mapped", "{cell} beyond the last column", place)
    return [[name === "" ? `column ${i + 1}` : name, fromCell(cell)]]
  })
  return { place, cells }
}

function longestLine(bytes: Uint8Array): number {
  let [longest, start] = [0, 0]
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    longest = Math.max(longest, end - start)
    start = end + 1
  }
  return Math.max(longest, bytes.length - start)
}
