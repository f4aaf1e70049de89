import { createBook, same, type Wish } from "../../model/cards.ts"
import { roomOf, type Hand, type Place } from "../../model/room.ts"
import type { Card } from "./cards.ts"
import type { FileCard } from "./files.ts"
import type { ImportCard } from "./imports.ts"

export interface Pause {
  readonly until: number | null
}

/** The board after a commit, as the auditor knows it. */
export interface Moment {
  readonly seq: number
  readonly at: number
  readonly cards: ReadonlyMap<number, Card>
  readonly agentPauses: ReadonlyMap<string, Pause>
  readonly teamPause: Pause | null
  /** What agents were said to draw on and to be able to do, by name in small letters. */
  readonly hands: ReadonlyMap<string, Hand>
  /** What was said of each resource. */
  readonly places: ReadonlyMap<string, Place>
  /** The files of all tasks, also of those in the trash, by id. */
  readonly files: ReadonlyMap<string, FileCard>
  readonly imports: ReadonlyMap<string, ImportCard>
  /** Tasks of an import that has not ended. */
  readonly waiting: ReadonlySet<number>
}

/** The number of the task that is up next at a time, by the plain model of the rules. */
export function nextAt(
  moment: Moment,
  wish: Wish,
  sessions: "any" | "mine",
  now: number,
): number | undefined {
  const paused = [moment.teamPause, moment.agentPauses.get(wish.agent.toLowerCase())]
  if (paused.some((pause) => pause && (pause.until ?? Infinity) > now)) return undefined
  return bookAt(moment, now).next(wish, sessions)?.n
}

export function isReadyAt(moment: Moment, card: Card, now: number): boolean {
  const book = bookAt(moment, now)
  const own = book.find(card.n)
  return own !== undefined && book.isReady(own)
}

/** The rules of resources, of all tasks at a time. */
export function roomAt(moment: Moment, now: number) {
  return roomOf(bookAt(moment, now))
}

/** Each time from `from` on at which something becomes ready, or somebody's pause ends. */
export function turnsAfter(moment: Moment, from: number): number[] {
  const { cards, agentPauses, teamPause, places } = moment
  const closings = [...places.values()].map(({ closed }) => closed)
  const times = [
    ...[...cards.values()].flatMap(({ notBefore, restsUntil, restsFor }) => [
      notBefore,
      restsUntil,
      restsFor?.until ?? 0,
    ]),
    ...[teamPause, ...agentPauses.values(), ...closings].map((pause) => pause?.until ?? 0),
  ]
  return [from, ...times.filter((time) => time > from)]
}

export { same }

// --- internal ---

function bookAt({ cards, hands, places, waiting }: Moment, now: number) {
  const book = createBook((n) => cards.get(n)?.work?.isOutdated === true)
  book.now = now
  for (const [agent, hand] of hands) book.agents.set(agent, hand)
  for (const [name, { capacity, closed }] of places)
    book.places.set(name, { capacity, closed: closed && (closed.until ?? Infinity) > now ? closed : null })
  // The model reads only what a card of the auditor has too.
  book.cards = [...cards.values()].map((card) =>
    waiting.has(card.n) ? { ...card, notBefore: Infinity } : card,
  ) as never
  return book
}
