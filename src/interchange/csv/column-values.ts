import { createNotes, named } from "../notes.ts"
import type { GivenFile } from "../reader.ts"
import { columnKey } from "./preset.ts"
import { readRows } from "./rows.ts"

/** The values of a column. */
export interface ColumnValues {
  /** The first values that differ, in quotes. */
  readonly examples: readonly string[]
  /** In how many rows it has one, and how many rows there are. */
  readonly filled: number
  readonly rows: number
}

/** The values of the columns of files, by the name of a column without regard to case. */
export function columnValues(files: readonly GivenFile[]): (name: string) => ColumnValues {
  return (name) => {
    const found = files.map(valuesIn)
    const rows = found.reduce((sum, each) => sum + each.rows, 0)
    const all = found.flatMap(({ columns }) => columns.get(columnKey(name)) ?? [])
    const examples = [...new Set(all.flatMap((each) => [...each.examples]))].slice(0, mostExamples)
    return { examples, filled: all.reduce((sum, each) => sum + each.filled, 0), rows }
  }
}

// --- internal ---

const mostExamples = 2

interface ValuesInFile {
  readonly rows: number
  readonly columns: ReadonlyMap<string, { readonly examples: ReadonlySet<string>; readonly filled: number }>
}

/** A file is read again for each wish, and holds the same each time. */
const known = new WeakMap<Uint8Array, ValuesInFile>()

function valuesIn(file: GivenFile): ValuesInFile {
  const earlier = known.get(file.bytes)
  if (earlier) return earlier
  const columns = new Map<string, { examples: Set<string>; filled: number }>()
  const rows = readRows(file, createNotes())
  for (const { cells } of rows) {
    const counted = new Set<string>()
    for (const [name, value] of cells) {
      const key = columnKey(name)
      const column = columns.get(key) ?? { examples: new Set(), filled: 0 }
      columns.set(key, column)
      if (column.examples.size < mostExamples) column.examples.add(named(value.trim()))
      // A name that occurs twice has two values in a row.
      if (!counted.has(key)) column.filled++
      counted.add(key)
    }
  }
  const values = { rows: rows.length, columns }
  known.set(file.bytes, values)
  return values
}
