import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"
import type { ImportPartView, ImportView } from "../../domain/wire/imports/import-view-schemas.ts"
import { linkParts, taskParts, type LinksToSend, type TaskToSend } from "./parts.ts"

/** `notes`: what the answer says of names that are new here. An older server gives no `ids`. */
type PartAnswer = Omit<ImportPartView, "ids"> & { ids?: string[]; notes?: string[] | undefined }

/** The operations of an import, as a client has them. */
export interface ImportCalls {
  begin(input: Omit<ItemsToSend, "items">): Promise<{ import: ImportView }>
  add(input: {
    import?: string
    tasks?: TaskToSend[]
    links?: LinksToSend[]
    dryRun?: boolean
  }): Promise<PartAnswer>
  end(input: { id: string }): Promise<{ import: ImportView }>
}

export interface ItemsToSend {
  readonly kind: ImportKind
  readonly name: string
  readonly origin?: string | undefined
  readonly items: readonly ImportItem[]
}

/** What became of the items. */
export interface SentImport {
  /** Undefined where it was only looked at. */
  readonly import: ImportView | undefined
  /** How many tasks are new, also those that an earlier run of the same import has brought. */
  readonly added: number
  /** Those that this run has added. */
  readonly ids: readonly string[]
  readonly unchanged: number
  readonly changed: ImportPartView["changed"]
  readonly kept: ImportPartView["kept"]
  readonly deleted: ImportPartView["deleted"]
  readonly adopted: ImportPartView["adopted"]
  readonly separate: ImportPartView["separate"]
  readonly dropped: ImportPartView["dropped"]
  /** A sentence for each name that is new here, each once. */
  readonly names: readonly string[]
}

/**
 * Brings items in, part by part: all tasks, then the edges of all, then the end. Where it was broken off before, it goes
 * on: what is there already changes nothing.
 * @param tell is called after each part, with the share that is done, from 0 to 1
 */
export async function sendItems(
  calls: ImportCalls,
  { items, ...from }: ItemsToSend,
  tell: (share: number) => void = () => undefined,
): Promise<SentImport> {
  const told = createTold()
  const { import: begun } = await calls.begin(from)
  let done = 0
  const count = (n: number) => tell((done += n) / (2 * items.length))
  for (const { tasks, isMore } of taskParts(items)) {
    const answer = await calls.add({ import: begun.id, tasks: [...tasks] })
    if (isMore) continue
    told.add(answer)
    count(tasks.length)
  }
  for (const links of linkParts(items)) {
    told.addLinks(await calls.add({ import: begun.id, links: [...links] }))
    count(links.length)
  }
  const { import: ended } = await calls.end({ id: begun.id })
  const sum = told.sum()
  // What an earlier run of it has brought was there when this one came to it.
  const earlier = ended.added - sum.added
  return { ...sum, import: ended, added: ended.added, unchanged: sum.unchanged - earlier }
}

/** What would become of the tasks, and changes nothing. Edges are tried only where all tasks are there already. */
export async function tryItems(
  calls: Pick<ImportCalls, "add">,
  items: readonly ImportItem[],
  tell: (share: number) => void = () => undefined,
): Promise<SentImport> {
  const told = createTold()
  let done = 0
  for (const { tasks, isMore } of taskParts(items)) {
    if (isMore) continue
    told.add(await calls.add({ tasks: [...tasks], dryRun: true }))
    tell((done += tasks.length) / items.length)
  }
  if (told.sum().added === 0)
    for (const links of linkParts(items)) told.addLinks(await calls.add({ links: [...links], dryRun: true }))
  return { ...told.sum(), import: undefined }
}

// --- internal ---

function createTold() {
  const sum = { added: 0, unchanged: 0 }
  const ids: string[] = []
  const changed = new Map<string, ImportPartView["changed"][number]>()
  const kept: ImportPartView["kept"][number][] = []
  const deleted: ImportPartView["deleted"][number][] = []
  const dropped: ImportPartView["dropped"][number][] = []
  const adopted: ImportPartView["adopted"][number][] = []
  const separate: ImportPartView["separate"][number][] = []
  const names = new Set<string>()
  function add(part: PartAnswer): void {
    for (const note of part.notes ?? []) names.add(note)
    sum.added += part.added
    ids.push(...(part.ids ?? []))
    sum.unchanged += part.unchanged
    for (const each of part.changed) {
      const before = changed.get(each.source)?.changes ?? []
      changed.set(each.source, { ...each, changes: [...before, ...each.changes] })
    }
    kept.push(...part.kept)
    deleted.push(...part.deleted)
    dropped.push(...part.dropped)
    adopted.push(...part.adopted)
    separate.push(...part.separate)
  }
  return {
    add,
    /** Of a task that changes only by its edges, the part with its fields said that nothing changes. */
    addLinks(part: PartAnswer): void {
      sum.unchanged -= part.changed.filter(({ source }) => !changed.has(source)).length
      add(part)
    },
    sum: () => ({
      ...sum,
      ids,
      changed: [...changed.values()],
      kept,
      deleted,
      dropped,
      adopted,
      separate,
      names: [...names],
    }),
  }
}
