import {
  day,
  defaultLease,
  isTerminal,
  lower,
  minute,
  same,
  type Book,
  type Caller,
  type Card,
} from "./cards.ts"

/** So few that a random run reaches both. */
export const modelPolicy = {
  maxAttempts: 2,
  maxExpiries: 3,
  escalation: { docs: ["eve", "Zed", "ann", "ANN", "Mira"] } as Record<string, string[]>,
}
const { maxAttempts, maxExpiries } = modelPolicy

/** `yes`, `no`, or why a token is refused. */
export function holds(card: Card, { actor, session, token }: Caller): string {
  const lease = card.held ?? card.late
  if (token !== undefined) {
    if (token !== card.token) return "lease_lost"
    return actor === null || same(actor, lease?.agent) ? "yes" : "actor_mismatch"
  }
  const isTheirs = lease?.session == null || isTerminal(lease.session) || lease.session === session
  return lease && same(lease.agent, actor) && isTheirs ? "yes" : "no"
}

export function mayFinish(card: Card, caller: Caller, late: boolean): string {
  const held = holds(card, caller)
  if (held === "yes") return card.held || late ? "ok" : "lease_lost"
  if (held !== "no") return held
  if (card.status !== "doing") return "invalid_transition"
  return !card.held && same(card.assignee, caller.actor) ? "ok" : "task_taken"
}

/** Who acts: by name, or by the token of the lease. */
export const whoIs = (card: Card, caller: Caller) =>
  caller.actor ?? (holds(card, caller) === "yes" ? ((card.held ?? card.late)?.agent ?? null) : null)

export function isRepeated({ said }: Card, how: string, { actor, token }: Caller): boolean {
  if (said?.how !== how) return false
  if (token === undefined) return same(said.agent, actor)
  return token === said.token && (actor === null || same(actor, said.agent))
}

export function end(card: Card): void {
  Object.assign(card, { held: null, late: null, token: null })
}

/** Notes how the agent ended its attempt. */
export function say(card: Card, how: string, agent: string | null, next?: string): void {
  card.said = { how, agent, token: card.token, next }
  end(card)
}

export type Leases = ReturnType<typeof createLeases>

/** What becomes of a lease as time goes by. */
export function createLeases(book: Book) {
  return { grant, renew, fail, expire }

  function grant(
    card: Card,
    agent: string,
    session: string | undefined,
    asked: number | null | undefined,
  ): void {
    book.join(agent)
    if (card.status !== "doing" || !card.held) card.before = card.assignee
    const length = asked === undefined ? Math.max(defaultLease, 2 * card.eta) : asked
    const until = length === null ? null : book.now + length
    card.held = {
      agent,
      session: session ?? null,
      until,
      length,
      offered: false,
      warned: false,
      claimedAt: book.now,
      heardAt: book.now,
    }
    Object.assign(card, {
      status: "doing",
      assignee: agent,
      late: null,
      restsUntil: 0,
      restsFor: null,
      token: null,
      said: null,
    })
  }

  function renew(card: Card, caller: Caller): void {
    const { held } = card
    if (!held || held.offered || holds(card, caller) !== "yes") return
    Object.assign(held, { heardAt: book.now, warned: false })
    if (held.length !== null) held.until = Math.max(held.until ?? 0, book.now + held.length)
  }

  /** @returns to whom its escalation gives the task */
  function fail(card: Card, who: string | null): string | undefined {
    card.attempts++
    const rungs = card.escalation.length > 0 ? card.escalation : (modelPolicy.escalation[card.project] ?? [])
    const able = rungs.slice(card.attempts).filter((name) => book.room.lacking(card, name).length === 0)
    const next = nextOf(able, who)
    if (next !== undefined) card.assignee = next
    rest(card, rungs.length > 0 ? next === undefined : card.attempts >= maxAttempts)
    return next
  }

  function expire(card: Card): void {
    card.expiries++
    rest(card, card.expiries >= maxExpiries)
  }

  function rest(card: Card, isLast: boolean): void {
    const ends = card.attempts + card.expiries
    card.status = isLast ? "blocked" : "todo"
    card.restsUntil = isLast ? 0 : book.now + Math.min(30_000 * 2 ** (ends - 1), 60 * minute)
  }

  /** Whoever has just failed is left out once. */
  function nextOf(rungs: readonly string[], who: string | null): string | undefined {
    let isLeftOut = false
    for (const name of rungs) {
      if (same(name, who) && !isLeftOut) isLeftOut = true
      else if (isThere(name)) return name
    }
    return undefined
  }

  /** Known, and not paused for more than a day. */
  function isThere(name: string): boolean {
    const until = book.pauses.get(lower(name)) ?? 0
    return book.known.has(lower(name)) && until <= book.now + day
  }
}
