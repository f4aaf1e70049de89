import { own, plain } from "./plain-presets.ts"
import { columnKey, type CsvPreset } from "./preset.ts"
import { asana, clickUp, planner, tickTick } from "./table-presets.ts"
import { jira, linear, plane, todoist, vibeKanban } from "./tool-presets.ts"

/** In the order in which they are tried. */
export const csvPresets: readonly CsvPreset[] = [
  ...[linear, jira, todoist, vibeKanban, plane, own],
  ...[asana, planner, tickTick, clickUp, plain],
]

/** The kind of a file by its columns. */
export function presetOf(columns: readonly string[]): CsvPreset | undefined {
  const there = new Set(columns.map(columnKey))
  return csvPresets.find(({ needs }) =>
    needs.some((names) => names.split("|").every((name) => there.has(columnKey(name)))),
  )
}
