import type { FoundTask } from "../items/draft.ts"
import { named, type Notes } from "../notes.ts"
import { listIn } from "./cells.ts"

/** A task of a table, and whether the table gives it an id. Others are known by their title. */
export interface FoundRow {
  readonly draft: FoundTask
  readonly hasId: boolean
}

/**
 * The tasks with their edges by ids. Tables name parents and blockers by id, or by title, which counts where one task
 * has it. A title may hold the commas that divide a list.
 */
export function* joinByTitle(rows: readonly FoundRow[], notes: Notes): Generator<FoundTask> {
  const ids = new Set(
    rows.flatMap(({ draft, hasId }) => [...(hasId ? [draft.id] : []), ...(draft.aliases ?? [])]),
  )
  const titles = new Map<string, FoundTask[]>()
  for (const { draft } of rows) {
    const key = keyOf(draft.title ?? "")
    const list = titles.get(key)
    if (list) list.push(draft)
    else titles.set(key, [draft])
  }
  const find = (name: string, place: string): string[] | undefined => {
    if (ids.has(name)) return [name]
    const [one, another] = titles.get(keyOf(name)) ?? []
    if (one && another)
      notes.add("dropped", "{link} left out: several tasks have this title", `${place} → ${named(name)}`)
    return another ? [] : one && [one.id]
  }
  for (const { draft } of rows) {
    const { place, blockedBy = [], blocks = [], parent } = draft
    const all = (cell: string) =>
      find(cell, place) ?? listIn(cell).flatMap((name) => find(name, place) ?? [name])
    yield {
      ...draft,
      blockedBy: blockedBy.flatMap(all),
      blocks: blocks.flatMap(all),
      parent: parent === undefined ? parent : (find(parent, place) ?? [parent])[0],
    }
  }
}

// --- internal ---

const keyOf = (title: string) => title.trim().replace(/\s+/g, " ").toLowerCase()
