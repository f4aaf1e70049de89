import { day, defaultLease, lower, same, workerOf, type Book, type Card } from "./cards.ts"
import type { Editing } from "./editing.ts"
import { end } from "./leases.ts"

/** The fields of a card that an undo puts back. The others never change, or are no part of what a command did. */
const fields = [
  ...(["status", "assignee", "priority", "tags", "blockedBy", "parent", "attempts", "restsUntil"] as const),
  ...(["expiries", "resources", "skills", "escalation"] as const),
  ...(["before", "doneBy", "met", "stamps", "startedAt", "finishedAt", "askedBy", "asked"] as const),
]
type Field = (typeof fields)[number]
type Values = Partial<Pick<Card, Field>>

interface Effect {
  n: number
  /** null: the card was not there. */
  before: Values | null
  after: Values | null
  /** Whose lease it ended. */
  took: string | null
}

interface Deed {
  owner: string
  at: number
  kind: "first" | "undo" | "redo"
  isTakenBack: boolean
  effects: Effect[]
}

/** What stands in the way. */
class Blocked extends Error {
  readonly code: string
  readonly n: number
  constructor(n: number, code = "undo_blocked") {
    super(code)
    this.n = n
    this.code = code
  }
}

const isClosed = (status: string | undefined) => status === "done" || status === "cancelled"
const said = (value: unknown) => JSON.stringify(value ?? null).toLowerCase()
const differs = (one: Values, other: Values) => (field: Field) => said(one[field]) !== said(other[field])
/** Lists in a card are replaced, never edited, so they need no copies. */
const valuesOf = (card: Card, some: readonly Field[] = fields): Values =>
  Object.fromEntries(some.map((field) => [field, card[field]]))

/** Keeps for each command what it changed, as old and new values, and puts the old ones back. */
export function undoing(book: Book, editing: Editing) {
  const { ended, find, watch, waitsForItself } = book
  const deeds: Deed[] = []
  let inTheWay = 0
  const kept = (owner: string) =>
    deeds
      .filter((deed) => deed.owner === lower(owner))
      .slice(-50)
      .filter(({ at }) => book.now - at < day)
      .reverse()

  /** Runs a command that can be taken back, and keeps what it did. */
  function keep(owner: string | null, then: () => string, kind: Deed["kind"] = "first"): string {
    const before = new Map(
      book.cards.map((card) => [card.n, [valuesOf(card), card.held, card.status] as const]),
    )
    book.touched = []
    const verdict = then()
    if (verdict !== "ok") return verdict
    const effects = [...new Set(book.touched)].flatMap((n): Effect[] => {
      const [old = null, held = null, status] = before.get(n) ?? []
      const card = find(n)
      if (!old || !card)
        return old || card ? [{ n, before: old, after: card ? valuesOf(card) : null, took: null }] : []
      const changed = fields.filter(differs(old, card))
      const took = status === "doing" && held && card.held?.agent !== held.agent ? held.agent : null
      if (changed.length === 0 && took === null) return []
      const part = Object.fromEntries(changed.map((field) => [field, old[field]]))
      return [{ n, before: part, after: valuesOf(card, changed), took }]
    })
    if (effects.length > 0 || kind !== "first")
      deeds.push({ owner: lower(owner), at: book.now, kind, isTakenBack: false, effects })
    return verdict
  }

  /** Takes these back whole, the newest first, or nothing of them. */
  function takeBack(actor: string, kind: "undo" | "redo", taken: Deed[]): string {
    if (taken.length === 0) return "nothing_to_undo"
    const { cards, trash, deleted } = structuredClone({
      ...{ cards: book.cards, trash: book.trash, deleted: book.deleted },
    })
    const verdict = keep(
      actor,
      () => {
        try {
          for (const { effects, at } of taken)
            for (const effect of effects.toReversed()) inverse(effect, at, actor)
          return "ok"
        } catch (error) {
          if (!(error instanceof Blocked)) throw error
          Object.assign(book, { cards, trash, deleted })
          inTheWay = error.n
          return error.code
        }
      },
      kind,
    )
    if (verdict === "ok") for (const deed of taken) deed.isTakenBack = true
    return verdict
  }

  function inverse({ n, before, after, took }: Effect, at: number, actor: string): void {
    const card = find(n)
    if (before === null) {
      if (!card || fields.some(differs(after ?? {}, card))) throw new Blocked(n)
      editing.remove(n, actor)
    } else if (after === null) bringBack(n, before, at, actor)
    else {
      if (!card || fields.some((field) => field in after && differs(after, card)(field))) throw new Blocked(n)
      change(card, { before, after, took }, at, actor)
    }
  }

  function change(card: Card, { before, after, took }: Omit<Effect, "n">, at: number, actor: string): void {
    const values = before ?? {}
    const { status = card.status, assignee = card.assignee } = values
    const isHandedOver = "status" in (after ?? {}) || "assignee" in (after ?? {}) || took !== null
    if (isHandedOver && card.held?.offered === false) throw new Blocked(card.n)
    if (isClosed(card.status) && !isClosed(status)) requireNoneBegun(card, at)
    if (("blockedBy" in values || "parent" in values) && waitsForItself({ ...card, ...values }))
      throw new Blocked(card.n)
    if (values.status === "doing" && assignee === null) throw new Blocked(card.n)
    if (values.status === "review" && card.reviewer === null) throw new Blocked(card.n)
    if (values.status === "done" && card.status === "review") {
      if (card.since > at) throw new Blocked(card.n)
      if (same(card.doneBy ?? card.assignee, actor)) throw new Blocked(card.n, "review_required")
    }
    put(card, values, actor, took !== null && status === "doing" && same(assignee, took) ? took : null)
  }

  /** Gives a card these values. Whose lease a command had ended is offered the card. */
  function put(card: Card, values: Values, actor: string, offered: string | null): void {
    const [worker, before] = [workerOf(card), valuesOf(card)]
    book.touched.push(card.n)
    watch(card, () => {
      Object.assign(card, values)
      if ("status" in values || "assignee" in values) end(card)
      if (offered !== null) {
        const length = Math.max(defaultLease, 2 * card.eta)
        end(card)
        card.held = {
          ...{ agent: offered, session: null, until: book.now + length, length },
          ...{ offered: true, warned: false, claimedAt: 0, heardAt: 0 },
        }
      }
      if (worker !== null && worker !== workerOf(card))
        ended(card, worker, same(worker, actor) ? "released" : "revoked")
    })
    // Not what a move to that status would set.
    Object.assign(card, before, values, { said: null, touchedAt: book.now })
  }

  /** Work that was in progress stays as it was laid down. */
  function bringBack(n: number, before: Values, at: number, actor: string): void {
    const trashed = book.trash.find(({ card, until }) => card.n === n && until > book.now)?.card
    if (!trashed) throw new Blocked(n)
    const lost: readonly Field[] = ["status", "assignee", "before", "askedBy", "restsUntil", "startedAt"]
    const back = fields
      .filter(differs(before, trashed))
      .filter((field) => before.status !== "doing" || !lost.includes(field))
    const values: Values = Object.fromEntries(back.map((field) => [field, before[field]]))
    if (!isClosed(values.status ?? trashed.status)) requireNoneBegun(trashed, at)
    if (("blockedBy" in values || "parent" in values) && waitsForItself({ ...trashed, ...values }))
      throw new Blocked(n)
    editing.restore(n)
    const card = find(n)
    if (card && back.length > 0) put(card, values, actor, null)
  }

  /** Whoever waited for a closed card, and went on since, would be at work on what waits. */
  function requireNoneBegun({ n, parent }: Card, closedAt: number): void {
    const begunAt = (card: Card) => {
      const attempt = card.past.findLast((note) => note.what === "begun")
      return Math.max(card.startedAt ?? 0, attempt?.at ?? 0)
    }
    const waiting = book.cards.filter((card) => card.blockedBy.includes(n) || card.n === parent)
    if (waiting.some((card) => begunAt(card) >= closedAt)) throw new Blocked(n)
  }

  return {
    keep,
    /** The card that stood in the way of the last undo that was refused. */
    inTheWay: () => inTheWay,
    /** Whose commands can be taken back, and on which cards. */
    undoable: () =>
      deeds
        .slice(-60)
        .filter(({ kind, isTakenBack }) => kind !== "undo" && !isTakenBack)
        .map(({ owner, effects }) => ({ owner, cards: effects.map(({ n }) => n) })),
    undo(owner: string, last: number, n?: number): string {
      const taken = kept(owner)
        .filter(({ kind, isTakenBack }) => kind !== "undo" && !isTakenBack)
        .filter(({ effects }) => n === undefined || effects.some((effect) => effect.n === n))
      return takeBack(owner, "undo", taken.slice(0, last))
    },
    redo(owner: string): string {
      const undone = kept(owner).find(({ kind, isTakenBack }) => kind === "undo" && !isTakenBack)
      return takeBack(owner, "redo", undone ? [undone] : [])
    },
  }
}
