import type { ReadWishes } from "../reader.ts"
import { named, type Notes } from "../notes.ts"
import { meaningsOf } from "./columns.ts"
import { columnKey, timeFields, type CsvPreset } from "./preset.ts"
import type { CsvRow } from "./rows.ts"

/**
 * The rows with days such as `15/02/2026` as `2026-02-15`, in columns of times. Whether the day or the month comes first is
 * a matter of the whole column: one value tells that can only be one of them, and none that can only be the other.
 */
export function withPlainDays(
  rows: readonly CsvRow[],
  preset: CsvPreset,
  wishes: ReadWishes,
  notes: Notes,
): readonly CsvRow[] {
  const meant = meaningsOf(preset, wishes)
  const orders = new Map<string, Set<"day" | "month">>()
  for (const { cells } of rows)
    for (const [name, value] of cells) {
      const [, a, b] = form.exec(value) ?? []
      if (a === undefined || !timeFields.has(meant.get(columnKey(name))?.field)) continue
      const found = orders.get(name) ?? new Set()
      if (Number(a) > 12) found.add("day")
      if (Number(b) > 12) found.add("month")
      orders.set(name, found)
    }
  if (orders.size === 0) return rows
  return rows.map(({ place, cells }) => ({
    place,
    cells: cells.map(([name, value]): readonly [string, string] => {
      const [order, another] = orders.get(name) ?? []
      const [whole, a = "", b = "", year] = form.exec(value) ?? []
      if (whole === undefined || order === undefined || another) return [name, value]
      notes.add("mapped", `{date} of ${named(name)} read with the ${order} first`, undefined, 1, value)
      const [month, day] = order === "day" ? [b, a] : [a, b]
      return [
        name,
        `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${value.trim().slice(whole.length)}`,
      ]
    }),
  }))
}

// --- internal ---

const form = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?![\d/.-])/
