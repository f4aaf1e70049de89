import type { ImportKind } from "../../domain/wire/import-form.ts"
import type { ImportItem } from "../../domain/wire/import-schemas.ts"
import type { ReadFiles, ReadWishes } from "../reader.ts"
import type { FoundTask } from "./draft.ts"
import { joinEdges } from "./edges.ts"
import type { Notes } from "../notes.ts"
import { toItem } from "./to-item.ts"

/** What a reader found, as items within their limits, with their edges. Of two tasks with one id the first counts. */
export function finish(
  kind: ImportKind,
  drafts: Iterable<FoundTask>,
  wishes: ReadWishes,
  notes: Notes,
): ReadFiles {
  const firsts = new Map<string, { draft: FoundTask; item: ImportItem }>()
  for (const draft of drafts) {
    if (firsts.has(draft.id)) {
      notes.add("skipped", "{task} skipped: its id was there before", `${draft.id} in ${draft.place}`)
      continue
    }
    const item = toItem(kind, draft, wishes, { notes, place: draft.place })
    if (item) firsts.set(draft.id, { draft, item })
  }
  const edges = joinEdges(
    [...firsts.values()].map(({ draft }) => draft),
    notes,
  )
  const source = (id: string) => `${kind}:${id}`
  const items = [...firsts].map(([id, { item }]): ImportItem => {
    const { blockedBy = [], parent, discoveredFrom } = edges.get(id) ?? {}
    return {
      ...item,
      ...(blockedBy.length > 0 && { blockedBy: blockedBy.map(source) }),
      ...(parent !== undefined && { parent: source(parent) }),
      ...(discoveredFrom !== undefined && { discoveredFrom: source(discoveredFrom) }),
    }
  })
  return { kind, items, notes: notes.list(), unknownStatuses: notes.unknownStatuses() }
}
