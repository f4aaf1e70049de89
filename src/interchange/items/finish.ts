import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"
import type { ReadFiles, ReadWishes } from "../reader.ts"
import type { FoundTask } from "./draft.ts"
import { joinEdges } from "./edges.ts"
import type { Notes } from "../notes.ts"
import { sourcesOf } from "./sources.ts"
import { toItem } from "./to-item.ts"

/** What a reader found, as items within their limits, with their edges. Of two tasks with one id the first counts. */
export function finish(
  kind: ImportKind,
  drafts: Iterable<FoundTask>,
  wishes: ReadWishes,
  notes: Notes,
): ReadFiles {
  const firsts = new Map<string, { draft: FoundTask; item: Omit<ImportItem, "source"> }>()
  for (const draft of drafts) {
    if (firsts.has(draft.id)) {
      notes.add("skipped", "{task} skipped: its id is already in use", `${draft.id} in ${draft.place}`)
      continue
    }
    const item = toItem(draft, wishes, { notes, place: draft.place })
    if (item) firsts.set(draft.id, { draft, item })
  }
  const edges = joinEdges(
    [...firsts.values()].map(({ draft }) => draft),
    notes,
  )
  const sources = sourcesOf(kind, wishes.origin)
  const items = [...firsts].map(([id, { item, draft }]): ImportItem => {
    const { blockedBy = [], parent, discoveredFrom } = edges.get(id) ?? {}
    const formerSource = draft.formerId === undefined ? sources.formerOf(id) : sources.of(draft.formerId)
    return {
      source: sources.of(id),
      ...(formerSource !== undefined && { formerSource }),
      ...item,
      ...(blockedBy.length > 0 && { blockedBy: blockedBy.map(sources.of) }),
      ...(parent !== undefined && { parent: sources.of(parent) }),
      ...(discoveredFrom !== undefined && { discoveredFrom: sources.of(discoveredFrom) }),
    }
  })
  const bare = [...firsts.keys()].filter(sources.isBare).length
  return { kind, items, notes: notes.list(), unknownStatuses: notes.unknownStatuses(), bare }
}
