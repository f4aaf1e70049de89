import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { columnValues, type ColumnValues } from "./column-values.ts"
import { columnKey, isCsvField, type CsvField, type CsvPreset } from "./preset.ts"
import { csvPresets, presetOf } from "./presets.ts"
import { columnsOf } from "./rows.ts"

/** A column of CSV, and what it is taken for; undefined: it is kept aside. */
export interface MeantColumn {
  readonly name: string
  readonly field: CsvField | undefined
  /** Its values. The rows are read on the first access. */
  readonly values: ColumnValues
}

/** Of the presets of a kind the one that fits the columns, else the last. Undefined for a kind that is not CSV. */
export function presetFor(kind: ImportKind, files: readonly GivenFile[]): CsvPreset | undefined {
  const fitting = files.map(({ bytes }) => presetOf(columnsOf(bytes))).find((preset) => preset?.kind === kind)
  return fitting ?? csvPresets.findLast((preset) => preset.kind === kind)
}

/** What each key of a column means, with its rank among those of its field. */
export function meaningsOf({ columns }: CsvPreset, { columns: wishes }: ReadWishes) {
  const meant = new Map<string, { field: CsvField; rank: number }>()
  for (const [field, names] of Object.entries(columns) as [CsvField, string][])
    for (const [rank, name] of names.split("|").entries()) meant.set(columnKey(name), { field, rank })
  for (const [name, field] of wishes ?? []) {
    if (field === "") meant.delete(columnKey(name))
    else if (isCsvField(field)) meant.set(columnKey(name), { field, rank: -1 })
  }
  return meant
}

/** The columns of files of a kind, each once; none where the kind is not CSV. */
export function columnsIn(kind: ImportKind, files: readonly GivenFile[], wishes: ReadWishes): MeantColumn[] {
  const preset = presetFor(kind, files)
  if (preset === undefined) return []
  const meant = meaningsOf(preset, wishes)
  const names = new Map<string, string>()
  for (const { bytes } of files)
    for (const [i, column] of columnsOf(bytes).entries()) {
      const name = column === "" ? `column ${i + 1}` : column
      if (!names.has(columnKey(name))) names.set(columnKey(name), name)
    }
  const valuesOf = columnValues(files)
  return [...names].map(([key, name]) => ({
    ...{ name, field: meant.get(key)?.field },
    get values() {
      return valuesOf(name)
    },
  }))
}

/** Whether a file may be CSV of columns that no tool is known by. */
export function isTable({ path, bytes }: GivenFile): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(path) && columnsOf(bytes).length > 1
}
