import { own, plain } from "./plain-presets.ts"
import type { CsvPreset } from "./preset.ts"
import { jira, linear, plane, todoist, vibeKanban } from "./tool-presets.ts"

/** In the order in which they are tried. */
export const csvPresets: readonly CsvPreset[] = [linear, jira, todoist, vibeKanban, plane, own, plain]

/** The kind of a file by its columns. */
export function presetOf(columns: readonly string[]): CsvPreset | undefined {
  const there = new Set(columns.map((name) => name.toLowerCase()))
  return csvPresets.find(({ needs }) =>
    needs.some((names) => names.split("|").every((name) => there.has(name))),
  )
}
