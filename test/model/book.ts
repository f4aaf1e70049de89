import { roomOf, type Hand, type LeftWork, type Place } from "./room.ts"

/** What of a task decides who is given it. */
export interface Card {
  readonly n: number
  readonly status: string
  readonly assignee: string | null
  readonly priority: number
  /** Those with a rank come first, compared as texts. */
  readonly rank: string | null
  readonly project: string
  readonly tags: readonly string[]
  readonly blockedBy: readonly number[]
  /** The task that it is a part of. */
  readonly parent: number | null
  /** With `children` it is done when they are, so it waits until they have landed. */
  readonly result: string | null
  readonly notBefore: number
  readonly restsUntil: number
  /** What is needed while somebody is at work on it. */
  readonly resources: readonly string[]
  /** What it takes to do it. */
  readonly skills: readonly string[]
  /** Who gave it back because of a limit, as `lower`, and until when it is not offered to them. */
  readonly restsFor: { readonly agent: string; readonly until: number } | null
  readonly held: Held | null
  readonly work: LeftWork | null
}

export interface Held {
  readonly agent: string
  readonly session: string | null
  /** A review requested changes, and nobody has taken the task up since. */
  readonly offered: boolean
}

export interface Wish {
  readonly agent: string
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** A board at a time. */
export interface Facts {
  readonly cards: readonly Card[]
  /** What was said of agents, by name as `lower`. */
  readonly hands: ReadonlyMap<string, Hand>
  /** What was said of resources. */
  readonly places: ReadonlyMap<string, Place>
  /** Until when an agent is paused, by name as `lower`. */
  readonly pauses: ReadonlyMap<string, number>
  readonly now: number
}

/** A task that somebody is not given, and by which rule. */
export interface PassedOver {
  readonly n: number
  readonly reason: string
}

export const same = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && a.toLowerCase() === b.toLowerCase()

export const lower = (name: string) => name.toLowerCase()

export type Book = ReturnType<typeof createBook>

/**
 * The rules of docs/rules.md on what is up next, as plainly as they can be said: arrays and scans. It shares no code with
 * the service, so that the two can only agree by both being right.
 */
export function createBook(facts: Facts) {
  const { cards, now } = facts
  const room = roomOf(facts)
  const find = (n: number) => cards.find((card) => card.n === n)
  /** No letter and no digit comes after `~`. */
  const turn = ({ priority, rank }: Card) => `${priority}${rank ?? "~"}`
  const byTurn = (a: Card, b: Card) => (turn(a) === turn(b) ? a.n - b.n : turn(a) < turn(b) ? -1 : 1)
  const isOpen = (n: number) => !["done", "cancelled", undefined].includes(find(n)?.status)
  const isPaused = (agent: string) => (facts.pauses.get(lower(agent)) ?? 0) > now

  /** Whether it is done, and those that wait for it go on only once it has landed. */
  function waitsToLand(n: number): boolean {
    const { status, work = null } = find(n) ?? {}
    return status === "done" && work?.toLand === true && !work.landed && !work.isOutdated
  }

  const hasPart = (card: Card, is: (n: number) => boolean) =>
    cards.some(({ n, parent }) => parent === card.n && is(n))
  const waitsToLandFor = (card: Card) =>
    card.blockedBy.some(waitsToLand) || (card.result === "children" && hasPart(card, waitsToLand))
  const waitsFor = (card: Card) => card.blockedBy.some(isOpen) || hasPart(card, isOpen)

  /** Ready, if what it needs has room. */
  const isAwake = (card: Card) =>
    (card.status === "todo" || card.status === "doing") &&
    !waitsFor(card) &&
    !waitsToLandFor(card) &&
    card.notBefore <= now &&
    card.restsUntil <= now

  const isReady = (card: Card) => isAwake(card) && !room.takenFor(card)

  /** Whether this agent may begin what is ready, or goes on with it. */
  function mayTake(card: Card, agent: string): boolean {
    if (!room.isToBegin(card)) return true
    return room.missing(card, agent).length === 0 && !room.rests(card, agent) && !room.takenForAgent(agent)
  }

  /** Whether this session may take over what is held. */
  const isMine = ({ held }: Card, session: string | undefined) =>
    held?.offered !== false || held.session === null || held.session === session

  function nextUnpaused(wish: Wish, sessions: "any" | "mine"): Card | undefined {
    const wanted = cards
      .filter(isReady)
      .filter((card) => wish.project === undefined || card.project === wish.project)
      .filter((card) => (wish.tags ?? []).every((tag) => card.tags.includes(tag)))
      .filter((card) => mayTake(card, wish.agent))
      .sort(byTurn)
    return (
      wanted.find(
        (card) =>
          (card.status === "doing" || card.held?.offered === true) &&
          same(card.assignee, wish.agent) &&
          (sessions === "any" || isMine(card, wish.session)),
      ) ??
      wanted.find(
        (card) => card.status === "todo" && (card.assignee === null || same(card.assignee, wish.agent)),
      )
    )
  }

  const next = (wish: Wish, sessions: "any" | "mine" = wish.session === undefined ? "any" : "mine") =>
    isPaused(wish.agent) ? undefined : nextUnpaused(wish, sessions)

  /** How a claim of this task ends: `ok`, or with which code. */
  function claim(n: number, { agent, session }: Wish, takeOver: boolean): string {
    const card = find(n)
    if (!card) return "not there"
    if (card.status !== "todo" && card.status !== "doing") return "task_not_ready"
    if (card.assignee !== null && !same(card.assignee, agent)) return "task_taken"
    if (!takeOver && !isMine(card, session)) return "task_taken"
    if (isPaused(agent)) return "agent_paused"
    if (!isAwake(card)) return "task_not_ready"
    if (room.missing(card, agent).length > 0) return "not_able"
    const isTaken = room.isToBegin(card) && (room.takenFor(card) ?? room.takenForAgent(agent))
    return isTaken ? "resource_taken" : "ok"
  }

  function whyNot(card: Card, { agent, session, project, tags = [] }: Wish): string {
    const isOwn = same(card.assignee, agent)
    if (project !== undefined && card.project !== project) return "other_project"
    if (tags.some((tag) => !card.tags.includes(tag))) return "missing_tags"
    if (card.status === "blocked") return "blocked"
    if (card.status === "doing" && !isOwn) return "held"
    if (card.assignee !== null && !isOwn) return "assigned"
    if (room.missing(card, agent).length > 0) return "missing_skills"
    if (waitsFor(card)) return "waits_for"
    if (waitsToLandFor(card)) return "not_landed"
    if (!isAwake(card)) return card.restsUntil > card.notBefore ? "backoff" : "not_before"
    if (room.takenFor(card)) return "resource_taken"
    if (session !== undefined && !isMine(card, session)) return "held_by_session"
    if (room.rests(card, agent)) return "rests_for_agent"
    if (room.isToBegin(card) && room.takenForAgent(agent)) return "resource_taken"
    throw new Error(`T-${card.n} is passed over by no rule`)
  }

  /**
   * Why somebody is not given what would come before the task they are given: own work, then the most urgent; last what
   * only their filters leave out.
   */
  function explain(wish: Wish): PassedOver[] {
    const given = nextUnpaused(wish, wish.session === undefined ? "any" : "mine")
    if (isPaused(wish.agent)) return given ? [{ n: given.n, reason: "paused" }] : []
    const isOwn = (card: Card) => card.status === "doing" && same(card.assignee, wish.agent)
    const open = cards.filter(({ status }) => ["todo", "doing", "blocked"].includes(status)).sort(byTurn)
    const isAhead = (card: Card) => !given || byTurn(card, given) < 0
    const own = open.filter(isOwn)
    const others = open.filter((card) => !isOwn(card)).filter(isAhead)
    const ahead = given?.status === "doing" ? own.filter(isAhead) : [...own, ...others]
    const passed = ahead.map((card) => ({ n: card.n, reason: whyNot(card, wish) }))
    const isFiltered = ({ reason }: PassedOver) => reason === "other_project" || reason === "missing_tags"
    return [...passed.filter((each) => !isFiltered(each)), ...passed.filter(isFiltered)].slice(0, 20)
  }

  return { cards, find, isAwake, isReady, next, claim, explain, room }
}
