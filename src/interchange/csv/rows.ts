import Papa from "papaparse"
import { fromCell } from "../../domain/wire/exports/csv-cell.ts"
import { readLimits } from "../bytes/limits.ts"
import { textOf } from "../bytes/text.ts"
import type { Notes } from "../notes.ts"
import type { GivenFile } from "../reader.ts"
import { presetOf } from "./presets.ts"

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
  const head = headOf(text)
  if (head.above > 0) notes.add("dropped", "{line} left out: above the header row", undefined, head.above)
  Papa.parse<string[]>(text, {
    chunkSize: pieceSize,
    delimiter: head.delimiter,
    step: ({ data }, parser) => {
      number++
      if (data.length > readLimits.columns) {
        notes.add("skipped", `{row} skipped: more than ${readLimits.columns} columns`, `row ${number}`)
        if (!names) parser.abort()
        return
      }
      // A row of separators alone.
      if (data.every((cell) => cell.trim() === "")) return
      if (number < head.row) return
      if (names) rows.push(toRow(names, data, number, notes))
      else names = data.map((name) => name.trim())
    },
  })
  return rows
}

/** The names of the columns of what may be CSV. */
export function columnsOf(bytes: Uint8Array): string[] {
  return headOf(textOf(bytes.subarray(0, headBytes))).names
}

// --- internal ---

const pieceSize = 1024 * 1024
const headBytes = 64 * 1024

interface CsvHead {
  readonly names: string[]
  readonly delimiter: string
  /** Which row of the file it is, from 1, and how many above it say anything. */
  readonly row: number
  readonly above: number
}

/** What divides the names into the most columns is what divides all: texts in the rows may hold anything. */
function headOf(text: string): CsvHead {
  const start = text.slice(0, headBytes)
  const heads = [",", ";", "\t", "|"].map((delimiter) => {
    const rows = Papa.parse<string[]>(start, { preview: 100, delimiter }).data
    return {
      ...findHead(rows.map((cells) => cells.map((cell) => cell.replace(/^\ufeff/, "").trim()))),
      delimiter,
    }
  })
  return heads.reduce((best, head) => (head.names.length > best.names.length ? head : best))
}

/** The first row that says anything, or below a few lines of what is no table, as TickTick writes them, one that is known. */
function findHead(rows: readonly string[][]): Omit<CsvHead, "delimiter"> {
  const filled = rows.flatMap((names, i) =>
    names.some((name) => name !== "") ? [{ names, row: i + 1 }] : [],
  )
  const isNarrow = ({ names }: { names: string[] }) => names.filter((name) => name !== "").length <= 2
  const above = filled.slice(0, 12).findIndex((each) => !isNarrow(each))
  const [first] = filled
  const known = filled[above]
  if (known && presetOf(known.names) && !(first && presetOf(first.names))) return { ...known, above }
  return { names: first?.names ?? [], row: first?.row ?? 1, above: 0 }
}

function toRow(names: readonly string[], data: readonly string[], number: number, notes: Notes): CsvRow {
  const place = `row ${number}`
  const cells = data.flatMap((cell, i): (readonly [string, string])[] => {
    const name = names[i] ?? ""
    if (cell.trim() === "") return []
    if (i >= names.length) notes.add("mapped", "{cell} beyond the last column of the header row", place)
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
