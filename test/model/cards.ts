import type { Note } from "./handoff.ts"
import type { LeftWork } from "./landing.ts"
import { roomOf, type Hand, type Place } from "./room.ts"

export interface Held {
  agent: string
  session: string | null
  until: number | null
  length: number | null
  /** A review requested changes, and nobody has taken the task up since. */
  offered: boolean
  /** Its holder was told that it will run out, and has not renewed it since. */
  warned: boolean
  claimedAt: number
  /** When the holder wrote last. */
  heardAt: number
}

export interface Card {
  n: number
  status: string
  assignee: string | null
  reviewer: string | null
  priority: number
  project: string
  tags: string[]
  blockedBy: number[]
  /** The task that it is a part of. */
  parent: number | null
  notBefore: number
  dueAt: number | null
  eta: number
  attempts: number
  expiries: number
  restsUntil: number
  /** What is needed while somebody is at work on it. */
  resources: string[]
  /** What it takes to do it. */
  skills: string[]
  /** Who is to try it in turn. */
  escalation: string[]
  /** Who gave it back because of a limit, and until when it is not offered to them. */
  restsFor: { agent: string; until: number } | null
  held: Held | null
  /** The holder whose lease ran out, while nobody has taken the task since. */
  late: Held | null
  token: string | null
  /** The assignee before the claim. */
  before: string | null
  /** The agent that finished the work now in review. */
  doneBy: string | null
  /** How the agent ended its last attempt, while nothing has changed since. */
  said: Said | null
  criteria: string[]
  met: string[]
  /** Who met each of them, and when. */
  stamps: Record<string, string>
  startedAt: number | null
  finishedAt: number | null
  /** Who blocked it. */
  askedBy: string | null
  /** The review that asked for changes, until it is finished anew. */
  asked: number | null
  /** It may be finished only when all criteria are met. */
  isStrict: boolean
  work: LeftWork | null
  past: Note[]
  /** When it was changed, or talked about, last. */
  touchedAt: number
  /** When it came into its status. */
  since: number
}

export interface Said {
  how: string
  agent: string | null
  token: string | null
  /** To whom its escalation gave the task by that. */
  next: string | undefined
}

export interface Caller {
  actor: string | null
  session?: string | undefined
  token?: string | undefined
}

export interface Wish {
  agent: string
  session?: string | undefined
  project?: string | undefined
  tags?: string[] | undefined
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
export const defaultLease = 30 * minute

export const same = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && a.toLowerCase() === b.toLowerCase()

/** Such a session only keeps two terminals from being given the same task. */
export const isTerminal = (session: string) => session.startsWith("terminal:")

export const lower = (name: string | null | undefined) => (name ?? "anonymous").toLowerCase()

export const workerOf = (card: Card) =>
  card.status === "doing" && card.held?.offered !== true && card.assignee !== null
    ? lower(card.assignee)
    : null

export type Book = ReturnType<typeof createBook>

/**
 * All cards and the time, and what follows from them alone.
 * @param isOutdated whether the task was finished by a later attempt than that whose work it has; attempts are not modelled
 */
export function createBook(isOutdated: (n: number) => boolean) {
  const book = {
    cards: [] as Card[],
    agents: new Map<string, Hand>(),
    /** Who is known, as spelled at first, by the name in small letters. */
    known: new Map<string, string>(),
    places: new Map<string, Place>(),
    deleted: [] as number[],
    /** What was deleted, as it comes back, until when. */
    trash: [] as { card: Card; until: number }[],
    /** How many cards there ever were. */
    count: 0,
    /** Until when an agent is paused, by its name in small letters. */
    pauses: new Map<string, number>(),
    now: 0,
    /** The cards that the command under way changes, in that order. */
    touched: [] as number[],
    ...{
      join,
      spelled,
      find,
      isOpen,
      waitsToLand,
      isAwake,
      isReady,
      isMine,
      next,
      watch,
      ended,
      on,
      waitsForItself,
      rank,
    },
  }
  const room = roomOf(book)

  /** Whoever is named for the first time is known from then on. */
  function join(...names: readonly (string | null | undefined)[]): void {
    for (const name of names)
      if (name != null && lower(name) !== "anonymous" && !book.known.has(lower(name)))
        book.known.set(lower(name), name)
  }

  function spelled(name: string): string {
    return book.known.get(lower(name)) ?? name
  }

  function rank(a: Card, b: Card): number {
    return a.priority - b.priority || a.n - b.n
  }

  function find(n: number): Card | undefined {
    return book.cards.find((card) => card.n === n)
  }

  function isOpen(n: number): boolean {
    return !["done", "cancelled", undefined].includes(find(n)?.status)
  }

  /** Whether it is done, and those that wait for it go on only once it has landed. */
  function waitsToLand(n: number): boolean {
    const { status, work = null } = find(n) ?? {}
    return status === "done" && work?.toLand === true && !work.landed && !isOutdated(n)
  }

  /** Ready, if what it needs has room. */
  function isAwake(card: Card): boolean {
    return (
      (card.status === "todo" || card.status === "doing") &&
      !card.blockedBy.some((n) => isOpen(n) || waitsToLand(n)) &&
      !book.cards.some(({ n, parent }) => parent === card.n && isOpen(n)) &&
      card.notBefore <= book.now &&
      card.restsUntil <= book.now
    )
  }

  function isReady(card: Card): boolean {
    return isAwake(card) && !room.takenFor(card)
  }

  /** Whether this agent may begin what is ready, or goes on with it. */
  function mayTake(card: Card, agent: string): boolean {
    if (!room.isToBegin(card)) return true
    return room.missing(card, agent).length === 0 && !room.rests(card, agent) && !room.takenForAgent(agent)
  }

  /** Whether this session may take over what is held. */
  function isMine(card: Card, session: string | undefined): boolean {
    return card.held?.offered !== false || card.held.session === null || card.held.session === session
  }

  function next(wish: Wish, sessions: "any" | "mine"): Card | undefined {
    const wanted = book.cards
      .filter(isReady)
      .filter((card) => wish.project === undefined || card.project === wish.project)
      .filter((card) => (wish.tags ?? []).every((tag) => card.tags.includes(tag)))
      .filter((card) => mayTake(card, wish.agent))
      .sort(rank)
    return (
      wanted.find(
        (card) =>
          card.status === "doing" &&
          same(card.assignee, wish.agent) &&
          (sessions === "any" || isMine(card, wish.session)),
      ) ??
      wanted.find(
        (card) => card.status === "todo" && (card.assignee === null || same(card.assignee, wish.agent)),
      )
    )
  }

  /** What a change of the card is a change of. */
  const shown = ({ status, assignee, priority, tags, blockedBy, parent, attempts, ...card }: Card) =>
    JSON.stringify([
      ...[status, assignee, priority, tags, blockedBy, parent, attempts],
      ...[card.expiries, card.restsUntil, card.met, card.resources, card.skills, card.escalation],
    ])
  const spoken = ({ past }: Card) => past.filter(({ what }) => what === "said").length

  /** Writes down whose attempt begins by what is done to the card, and when it was changed. */
  function watch<T>(card: Card, then: () => T): T {
    const before = workerOf(card)
    const [status, looks, words] = [card.status, shown(card), spoken(card)]
    const result = then()
    if (status !== card.status) moved(card, status)
    if (looks !== shown(card) || words !== spoken(card)) card.touchedAt = book.now
    const worker = workerOf(card)
    if (worker !== null && worker !== before) card.past.push({ what: "begun", who: worker, at: book.now })
    return result
  }

  function moved(card: Card, from: string): void {
    const isClosed = (status: string) => status === "done" || status === "cancelled"
    card.since = book.now
    card.finishedAt = isClosed(card.status) ? book.now : null
    if (card.status === "doing") card.startedAt = book.now
    else if (isClosed(from)) card.startedAt = null
    if (card.status !== "blocked") card.askedBy = null
  }

  function ended(card: Card, who: string | null, how: string, reason: string | null = null): void {
    card.past.push({ what: "ended", who: lower(who), how, reason, at: book.now })
  }

  /** For a task that may have been deleted. */
  function on(n: number, then: (card: Card) => string): string {
    const card = find(n)
    book.touched.push(n)
    return card ? watch(card, () => then(card)) : book.deleted.includes(n) ? "task_deleted" : "task_not_found"
  }

  /** What a task waits for, once `card` is as given. */
  function waits(n: number, card: Card): number[] {
    const all = [...book.cards.filter((each) => each.n !== card.n), card]
    const own = all.find((each) => each.n === n)
    return own ? [...own.blockedBy, ...all.filter(({ parent }) => parent === n).map((each) => each.n)] : []
  }

  function waitsForItself(card: Card, from = waits(card.n, card), seen: number[] = []): boolean {
    return from
      .filter((each) => !seen.includes(each))
      .some((each) => seen.push(each) && (each === card.n || waitsForItself(card, waits(each, card), seen)))
  }

  return Object.assign(book, { room })
}
