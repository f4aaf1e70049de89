import type { DraftComment } from "../items/draft.ts"
import type { Notes } from "../notes.ts"
import type { GivenFile } from "../reader.ts"
import type { CsvPreset } from "./preset.ts"
import { presetOf } from "./presets.ts"
import { columnsOf, readRows } from "./rows.ts"

/** The files with tasks, and what stands in the files beside them. */
export interface FilesBeside {
  readonly main: readonly GivenFile[]
  /** Which tasks wait for a task, by its id. */
  readonly edges: ReadonlyMap<string, readonly string[]>
  readonly comments: ReadonlyMap<string, readonly DraftComment[]>
}

export function filesBeside(preset: CsvPreset, files: readonly GivenFile[], notes: Notes): FilesBeside {
  const edges = new Map<string, string[]>()
  const comments = new Map<string, DraftComment[]>()
  const main: GivenFile[] = []
  for (const file of files) {
    const name = file.path.split("/").at(-1)
    if (preset.beside && name === preset.beside.edges) {
      for (const cells of rowsOf(file, notes)) {
        const [from = "", to = "", type = ""] = [cells["issue id"], cells["related issue id"], cells["type"]]
        if (/^block/i.test(type)) edges.set(from, [...(edges.get(from) ?? []), to])
        else notes.add("dropped", `{relation} of type ${type.slice(0, 30)} left out`, `${from} → ${to}`)
      }
    } else if (preset.beside && name === preset.beside.comments) {
      for (const { "issue id": id = "", message = "", author, created } of rowsOf(file, notes))
        comments.set(id, [...(comments.get(id) ?? []), { author, at: created, content: message }])
    } else if (files.length === 1 || presetOf(columnsOf(file.bytes)) === preset) main.push(file)
    else notes.add("skipped", "{file} skipped: its columns are different", file.path)
  }
  return { main, edges, comments }
}

// --- internal ---

function rowsOf(file: GivenFile, notes: Notes): Partial<Record<string, string>>[] {
  return readRows(file, notes).map(({ cells }) =>
    Object.fromEntries(cells.map(([name, value]) => [name.toLowerCase(), value])),
  )
}
