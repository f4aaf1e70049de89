import { isListField } from "../../domain/wire/task-table.ts"
import { plainFields } from "../items/plain-fields.ts"
import { parseJson } from "../bytes/json.ts"
import type { ReadWishes } from "../reader.ts"
import { priorityOf } from "../words/priorities.ts"
import { timeOf } from "../words/times.ts"
import { named, type Notes } from "../notes.ts"
import { meaningsOf } from "./columns.ts"
import { own } from "./plain-presets.ts"
import { columnKey, isCsvField, timeFields, type CsvField, type CsvPreset } from "./preset.ts"
import type { CsvRow } from "./rows.ts"

/** The cells of a row by what they are. */
export interface Cells {
  /** Of a field that has one value. */
  one(field: CsvField): string | undefined
  all(field: CsvField): readonly string[]
  /** All texts of a field that holds lists: after commas, semicolons and new lines, or as JSON. */
  list(field: CsvField): readonly string[]
  /** The column that the value of a field stands in. */
  columnOf(field: CsvField): string
  readonly rest: readonly (readonly [string, string])[]
}

/** Sorts the cells of rows by a preset, and by what a person said of the columns. */
export function createSorter(preset: CsvPreset, wishes: ReadWishes, notes: Notes): (row: CsvRow) => Cells {
  const meant = meaningsOf(preset, wishes)
  for (const field of wishes.columns?.values() ?? [])
    if (field !== "" && !isCsvField(field))
      notes.add("dropped", `{mapping|mappings} in --map left out: ${named(field)} is not a field`)
  const left = new Set(preset.leftBehind?.split("|").map(columnKey))
  return ({ cells }) => {
    const sorted = new Map<CsvField, { value: string; rank: number; name: string }[]>()
    const rest: [string, string][] = []
    for (const [name, value] of cells) {
      const { field, rank } = meant.get(columnKey(name)) ?? {}
      if (preset !== own && field !== "title" && nothing.test(value)) continue
      const isLeft = field === undefined && left.has(columnKey(name))
      if (isLeft && value !== "0") notes.add("dropped", `{value} of ${named(name)} left out: only a number`)
      else if (isLeft) continue
      else if (field === undefined || rank === undefined) rest.push([name, value])
      else sorted.set(field, [...(sorted.get(field) ?? []), { value, rank, name }])
    }
    for (const [field, values] of sorted) {
      const isRead = ({ value }: { value: string }) => canBeRead(field, value, preset)
      values.sort((a, b) => Number(isRead(b)) - Number(isRead(a)) || a.rank - b.rank)
      const [, ...others] = hasSeveral.has(field) ? [] : values
      rest.push(...others.map(({ name, value }): [string, string] => [name, value]))
      for (const { name, value } of values.filter((each) => !others.includes(each) && isRead(each)))
        notes.add("mapped", `{value} of ${named(name)} → ${words[field] ?? field}`, undefined, 1, value)
    }
    const all = (field: CsvField) => (sorted.get(field) ?? []).map(({ value }) => value)
    const columnOf = (field: CsvField) => sorted.get(field)?.[0]?.name ?? field
    return { one: (field) => all(field)[0], all, columnOf, list: (field) => all(field).flatMap(listIn), rest }
  }
}

/** The texts of a list in one cell: in JSON, or divided by marks, also within the brackets that ClickUp writes. */
export function listIn(cell: string): string[] {
  const value = cell.trimStart().startsWith("[") ? jsonIn(cell) : undefined
  const bare = /^\[([^]*)\]$/.exec(cell.trim())?.[1] ?? cell
  const parts = Array.isArray(value) ? value.filter((each) => typeof each === "string") : bare.split(/[,;\n]/)
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}

/** The value of a cell in JSON; undefined where it is none. */
export function jsonIn(cell: string): unknown {
  const parsed = parseJson(new TextEncoder().encode(cell))
  return "value" in parsed ? parsed.value : undefined
}

// --- internal ---

/** The texts that programs write into an empty cell. */
const nothing = /^\s*(?:null|nan|"+|\[\]|\{\})\s*$/i

/** Values that are not read are kept aside, and must not be reported as read. */
function canBeRead(field: CsvField, value: string, { priorities = {} }: CsvPreset): boolean {
  if (field === "priority") return value.trim() in priorities || priorityOf(value) !== undefined
  return !timeFields.has(field) || timeOf(value) !== undefined
}

const hasSeveral: ReadonlySet<CsvField> = new Set<CsvField>([
  ...([
    "alias",
    "assignees",
    "tags",
    "tag",
    "section",
    "criteria",
    "met",
    "blockedBy",
    "blocks",
    "relations",
  ] as const),
  ...(["comment", "comments"] as const),
  ...plainFields.filter(isListField),
])

/** Where a report should not use the word of the program. */
const words: Partial<Record<CsvField, string>> = {
  alias: "another id, used in edges",
  statusGroup: "status",
  resolution: "status",
  done: "status",
  section: "status or tags",
  archived: "status",
  tag: "tags",
  assignees: "assignee",
  met: "criteria",
  seconds: "eta",
  minutes: "eta",
  unit: "eta",
  relations: "blockedBy",
  blocks: "blockedBy",
  comment: "comments",
  rowType: "what the row is",
  indent: "parent",
}
