import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"
import { asImported, changedThere, created, laidDown, numberOf, type Card } from "./cards.ts"

/** What is known of an import. It is never changed in place. */
export interface ImportCard {
  readonly state: "open" | "ended" | "taken_back"
  readonly added: ReadonlySet<number>
  /** Tasks of other imports that it has changed: what it changed, as it was before, and as it left it. */
  readonly changed: ReadonlyMap<number, { readonly before: Fields; readonly after: Fields }>
}

type Fields = Readonly<Partial<Record<keyof Card, unknown>>>

/** What the auditor keeps of the tasks; here it is changed. */
interface Tasks {
  readonly cards: Map<number, Card>
  readonly trash: Map<number, { readonly card: Card; readonly until: number }>
  /** The number of the next new task. */
  next(): number
}

interface Origin {
  readonly n: number
  readonly import: string
  /** What it said of each field last, as text. */
  readonly said: Map<string, string>
  /** A digest of what it said of a field last. */
  readonly digests: Map<string, number>
}

/**
 * There is one import at a time. A task is known by its source, and changes only where its origin says something else
 * than before and nobody here has changed it. What is taken back leaves nothing.
 */
export function createImports({ cards, trash, next }: Tasks) {
  let imports: ReadonlyMap<string, ImportCard> = new Map()
  const sources = new Map<string, Origin>()
  /** Of all tasks that were brought in, by number. The source of one that was taken back counts as new. */
  const origins = new Map<number, Origin & { readonly source: string }>()

  const put = (id: string, changes: Partial<ImportCard>) => {
    const before = imports.get(id) ?? { state: "open" as const, added: new Set(), changed: new Map() }
    imports = new Map(imports).set(id, { ...before, ...changes })
  }

  function requireOpen(id: string, what: string): ImportCard {
    const known = imports.get(id)
    promise(known?.state === "open", () => `${what} of ${id}, which is ${known?.state ?? "not there"}`)
    return known
  }

  function add(id: string, event: BoardEvent & { type: "board.imported" }): void {
    const { tasks, changes } = event
    const known = requireOpen(id, "a part")
    promise(tasks.length + changes.length > 0, () => `an empty part of ${id}`)
    const added = new Set(known.added)
    for (const task of tasks) {
      const n = next()
      promise(task.task === `T-${n}`, () => `${task.task} was brought in where T-${n} was due`)
      promise(!sources.has(task.source), () => `${task.source} came again, as ${task.task}`)
      cards.set(n, asImported(created({ ...task, type: "task.created" })))
      const { status, reason, fields } = task
      const said = new Map(
        Object.entries({ ...fields, status, reason }).map(([field, value]) => [field, text(value)]),
      )
      const origin = { n, import: id, said, digests: new Map<string, number>() }
      sources.set(task.source, origin)
      origins.set(n, { ...origin, source: task.source })
      added.add(n)
    }
    put(id, { added })
    for (const change of changes) takeChange(id, change)
  }

  function takeChange(
    id: string,
    change: (BoardEvent & { type: "board.imported" })["changes"][number],
  ): void {
    const { task, fields, said, kept = [] } = change
    const n = numberOf(task)
    const [card, origin] = [cards.get(n), origins.get(n)]
    const told = () => `${id} changes ${task}`
    promise(card !== undefined && origin !== undefined, () => `${told()}, which is not there`)
    promise(Object.keys(said).length > 0, () => `${told()}, of which nothing was said`)
    for (const [field, digest] of Object.entries(said)) {
      promise(
        origin.digests.get(field) !== digest,
        () => `${told()}: the same was said of its ${field} before`,
      )
      origin.digests.set(field, digest)
      const value = (fields as Record<string, unknown>)[field]
      const before = origin.said.get(field)
      if (value !== undefined) {
        promise(before !== text(value), () => `${told()}: its ${field} was ${text(value)} there before`)
        const here = { status: card.status, tags: card.tags, priority: `P${card.priority}` }
        const isKnown = before !== undefined && field in here
        promise(
          !isKnown || before === text(here[field as keyof typeof here]),
          () => `${told()}: its ${field} was changed here`,
        )
        origin.said.set(field, text(value))
      } else origin.said.delete(field)
    }
    promise(
      Object.keys(fields).every((field) => !kept.includes(field)),
      () => `${told()} in what it keeps`,
    )
    const after = changedThere(card, fields)
    cards.set(n, after)
    const known = imports.get(id)
    if (origin.import === id || Object.keys(fields).length === 0 || !known) return
    const fresh = Object.keys(fields).filter((field): field is keyof Card =>
      shownFields.includes(field as never),
    )
    const pick = (of: Card) => Object.fromEntries(fresh.map((field) => [field, of[field]]))
    const first = known.changed.get(n)
    const both = {
      before: { ...pick(card), ...first?.before },
      after: { ...first?.after, ...pick(after) },
    }
    put(id, { changed: new Map(known.changed).set(n, both) })
  }

  function takeBack(id: string, until: number): void {
    const known = imports.get(id)
    promise(known !== undefined && known.state !== "taken_back", () => `${id} was taken back twice`)
    for (const n of known.added) {
      const [card, origin] = [cards.get(n), origins.get(n)]
      // Somebody has begun it, or closed it, since it came.
      if (known.state === "ended")
        promise(card?.grant === null, () => `${id} was taken back after T-${n} was begun, or deleted`)
      if (origin && sources.get(origin.source)?.n === n) sources.delete(origin.source)
      if (!card) continue
      cards.delete(n)
      trash.set(n, { card: laidDown(card), until })
    }
    // What it changed may come again: as if its origin had not said that.
    for (const n of known.changed.keys()) {
      origins.get(n)?.digests.clear()
      origins.get(n)?.said.clear()
    }
    put(id, { state: "taken_back" })
  }

  /** What the import changed, and nobody since, is as it was. */
  function checkPutBack(id: string, asked: ReadonlyMap<number, Card>): void {
    for (const [n, { before, after }] of imports.get(id)?.changed ?? []) {
      const [was, is] = [asked.get(n), cards.get(n)]
      // Edges may close a circle by now.
      if (!was || !is || was.held || "blockedBy" in after || "parent" in after) continue
      if (!isLike(was, after)) continue
      promise(
        isLike(is, before),
        () => `${id} was taken back and leaves T-${n} without ${JSON.stringify(before)}`,
      )
    }
  }

  return {
    get all() {
      return imports
    },
    /** The tasks that are not ready since their import has not ended. */
    get waiting(): ReadonlySet<number> {
      return [...imports.values()].find(({ state }) => state === "open")?.added ?? new Set()
    },
    checkPutBack,
    /** A task is back from the trash: its source counts again, unless another task came from there. */
    restored(n: number): void {
      const origin = origins.get(n)
      if (origin && !sources.has(origin.source)) sources.set(origin.source, origin)
    },
    take(event: BoardEvent): void {
      switch (event.type) {
        case "import.begun": {
          const open = [...imports].find(([, { state }]) => state === "open")
          promise(open === undefined, () => `${event.import} began while ${open?.[0] ?? ""} is open`)
          promise(
            event.import === `I-${imports.size + 1}`,
            () => `${event.import} where I-${imports.size + 1} was due`,
          )
          return put(event.import, {})
        }
        case "board.imported":
          return add(event.import, event)
        case "import.ended":
          requireOpen(event.import, "the end")
          return put(event.import, { state: "ended" })
        case "import.aborted":
        case "import.taken_back":
          return takeBack(event.import, event.until)
        default:
      }
    },
  }
}

// --- internal ---

const text = (value: unknown) => JSON.stringify(value ?? null)

/** What an import changes of a task, as far as the auditor keeps it. */
const shownFields = ["status", "priority", "tags", "blockedBy", "parent"] as const

const isLike = (card: Card, fields: Fields) =>
  shownFields.every((field) => !(field in fields) || text(card[field]) === text(fields[field]))

/** An answer says of an import what the log says. */
export function checkImport(
  { id, state, added, changed }: { id: string; state: string; added: number; changed: number },
  known: ImportCard | undefined,
): void {
  const [said, expected] = [
    [state, added, changed].join(),
    known && [known.state, known.added.size, known.changed.size].join(),
  ]
  promise(said === expected, () => `${id} is shown as ${said}, where the log has ${expected ?? "none"}`)
}
