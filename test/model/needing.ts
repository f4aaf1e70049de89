import { hour, lower, minute, same, type Book, type Card } from "./cards.ts"
import type { landing } from "./landing.ts"
import type { Hand, Place, Taken } from "./room.ts"

/** What an agent says that met a limit. */
export interface Limit {
  readonly resource?: string
  readonly until?: number
}

export type Needing = ReturnType<typeof needing>

/** What is said of resources and of agents, and the limits that agents meet. */
export function needing(book: Book, { freePlaces }: Pick<ReturnType<typeof landing>, "freePlaces">) {
  let refused: Taken | undefined

  function say(name: string, changes: Partial<Place>): string {
    const place = { capacity: null, closed: null, ...book.places.get(name), ...changes }
    if (place.capacity === null && place.closed === null) book.places.delete(name)
    else book.places.set(name, place)
    return "ok"
  }

  /** Closes it, unless it is closed for longer. */
  function closeFor(name: string, until: number): void {
    const { closed = null } = book.places.get(name) ?? {}
    if (closed === null || (closed.until !== null && closed.until < until)) say(name, { closed: { until } })
  }

  return {
    placeOf: (name: string) => book.places.get(name),

    /** Notes why somebody is refused. */
    refuse(taken: Taken): string {
      refused = taken
      return "resource_taken"
    },
    /** What the last one that was refused with `resource_taken` was told. */
    refused: () => refused,

    pausedUntil(agent: string): number | undefined {
      const until = book.pauses.get(lower(agent)) ?? 0
      return until > book.now ? until : undefined
    },

    describe(agent: string, sent: Partial<Hand>): string {
      book.join(agent)
      book.agents.set(lower(agent), { ...book.room.handOf(agent), ...sent })
      return "ok"
    },
    /** @param ms Infinity: until somebody resumes it */
    pause(agent: string, ms: number): string {
      book.join(agent)
      book.pauses.set(lower(agent), book.now + ms)
      return "ok"
    },
    resume(agent: string): string {
      if (!book.known.has(lower(agent))) return "agent_not_found"
      book.pauses.delete(lower(agent))
      return "ok"
    },
    takeOff(agent: string): string {
      if (!book.known.has(lower(agent))) return "agent_not_found"
      if (book.cards.some(({ status, assignee }) => status === "doing" && same(assignee, agent)))
        return "agent_busy"
      for (const of of [book.known, book.agents, book.pauses]) of.delete(lower(agent))
      return "ok"
    },
    /** Everybody who is known, with what was said of them. */
    team: () =>
      [...book.known.keys()].sort().map((name) => ({
        name,
        pausedUntil: (book.pauses.get(name) ?? 0) > book.now ? book.pauses.get(name) : undefined,
        ...book.room.handOf(name),
      })),

    /** @param capacity undefined: it is only said that there is such a resource */
    set: (name: string, capacity: number | null | undefined) =>
      say(name, { capacity: capacity === undefined ? (book.places.get(name)?.capacity ?? 1) : capacity }),
    close: (name: string, until: number | null) =>
      until !== null && until <= book.now ? "invalid_input" : say(name, { closed: { until } }),
    open(name: string): string {
      freePlaces(name)
      return say(name, { closed: null })
    },

    /** What opens by time does so as soon as the clock is looked at. */
    openAgain(): void {
      for (const [name, { closed }] of book.places)
        if (closed !== null && closed.until !== null && closed.until <= book.now) say(name, { closed: null })
    },

    /** After the task was given back: it rests for the agent, and what this draws on is closed, or else the agent paused. */
    limit(card: Card, agent: string | null, { resource, until = book.now + hour }: Limit): void {
      card.restsFor = { agent: lower(agent), until: book.now + minute }
      const names = resource === undefined ? book.room.handOf(agent).resources : [resource]
      for (const name of names) closeFor(name, until)
      const paused = book.pauses.get(lower(agent)) ?? 0
      if (names.length === 0 && book.known.has(lower(agent)))
        book.pauses.set(lower(agent), Math.max(paused, until))
    },
  }
}
