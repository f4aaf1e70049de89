import type { Card, Facts } from "./book.ts"

/** What was said of the name of a resource. */
export interface Place {
  /** How many may hold it at once; null: nobody said so. */
  readonly capacity: number | null
  /** Nobody begins what needs it. `until` null: until somebody opens it. */
  readonly closed: { readonly until: number | null } | null
}

/** What was said of an agent. */
export interface Hand {
  /** What it draws on. */
  readonly resources: readonly string[]
  readonly skills: readonly string[]
}

/** Why nobody may begin what needs some name. */
export interface Taken {
  /** What is taken: that name, or one above it. */
  readonly name: string
  /** Who keeps others out of it. */
  readonly by: readonly number[]
  /** Whether it is closed, and until when. */
  readonly closed: { readonly until: number | null } | null
}

/** What an attempt has left in a repository. */
export interface LeftWork {
  readonly landed: boolean
  /** It changes files of a base, so tasks that are blocked by this one wait until it has landed. */
  readonly toLand: boolean
  /** The names that somebody freed before it landed. */
  readonly freed: readonly string[]
  /** A later attempt has finished the task. */
  readonly isOutdated: boolean
}

const parts = (name: string) => name.split("/")

/** Itself too. */
export const isUnder = (name: string, above: string) =>
  parts(above).every((part, i) => parts(name)[i] === part)

/** A name and all above it, itself first. */
const upwards = (name: string) => parts(name).map((_, i, all) => all.slice(0, all.length - i).join("/"))

/** The rules of resources and skills, of all tasks together. */
export function roomOf(book: Facts) {
  const handOf = (agent: string | null): Hand =>
    book.hands.get((agent ?? "").toLowerCase()) ?? { resources: [], skills: [] }
  const roomIn = (name: string) => book.places.get(name)?.capacity ?? 1
  const isOffered = ({ held }: Card) => held?.offered === true

  /** What a task keeps while nobody is at work on it: its places, as long as its work has not landed. */
  const kept = ({ status, resources, work }: Card) =>
    work && !work.landed && status !== "cancelled"
      ? resources.filter(
          (name) => !work.freed.includes(name) && (book.places.get(name)?.capacity ?? null) === null,
        )
      : []

  /** Whoever is at work holds what the task needs, and what its agent draws on. Where nobody is, places may be kept. */
  const holds = (card: Card): readonly string[] =>
    card.status === "doing" && !isOffered(card)
      ? [...card.resources, ...handOf(card.assignee).resources]
      : kept(card)

  const held = book.cards
    .map((card) => ({ n: card.n, names: holds(card) }))
    .filter(({ names }) => names.length > 0)

  /** The first thing that keeps out who needs these names. @param except a task that does not count */
  function taken(names: readonly string[], except?: number): Taken | undefined {
    const others = held.filter(({ n }) => n !== except)
    const holders = (is: (own: string) => boolean) =>
      others.filter(({ names }) => names.some(is)).map(({ n }) => n)
    for (const name of names) {
      for (const each of upwards(name)) {
        const room = roomIn(each)
        const by = holders((own) => (room === 1 ? own === each : isUnder(own, each)))
        const closed = book.places.get(each)?.closed ?? null
        if (closed || by.length >= room) return { name: each, by: by.sort((a, b) => a - b), closed }
      }
      const within = holders((own) => isUnder(own, name))
      if (roomIn(name) === 1 && within.length > 0)
        return { name, by: within.sort((a, b) => a - b), closed: null }
    }
    return undefined
  }

  const lacking = ({ skills }: Pick<Card, "skills">, agent: string) =>
    skills.filter((skill) => !handOf(agent).skills.includes(skill))

  /** Whether going on with it, or taking it up, would be a beginning. */
  const isToBegin = (card: Card) => card.status === "todo" || isOffered(card)

  return {
    holds,
    isToBegin,
    taken,
    takenFor: (card: Card) => (isToBegin(card) ? taken(card.resources, card.n) : undefined),
    takenForAgent: (agent: string) => taken(handOf(agent).resources),
    lacking,
    /** What it takes to begin a task, and this agent was not said to be able to do. */
    missing: (card: Card, agent: string) =>
      card.status === "todo" && !isOffered(card) ? lacking(card, agent) : [],
    /** It was given back by this agent because of a limit. */
    rests: ({ status, restsFor }: Card, agent: string) =>
      status === "todo" && restsFor?.agent === agent.toLowerCase() && restsFor.until > book.now,
  }
}
