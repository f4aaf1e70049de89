import { createBook, same, type Wish } from "../../model/book.ts"
import type { Hand, Place } from "../../model/room.ts"
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
  /** By task: the comments by others that its holder has not heard, oldest first. */
  readonly unheard: ReadonlyMap<string, readonly string[]>
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
  const { teamPause } = moment
  if (teamPause && (teamPause.until ?? Infinity) > now) return undefined
  return bookAt(moment, now).next(wish, sessions)?.n
}

export function isReadyAt(moment: Moment, card: Card, now: number): boolean {
  const book = bookAt(moment, now)
  const own = book.find(card.n)
  return own !== undefined && book.isReady(own)
}

/** The rules of resources, of all tasks at a time. */
export function roomAt(moment: Moment, now: number) {
  return bookAt(moment, now).room
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

function bookAt({ cards, hands, places, agentPauses, waiting }: Moment, now: number) {
  const open = [...places].map(([name, { capacity, closed }]): [string, Place] => [
    name,
    { capacity, closed: closed && (closed.until ?? Infinity) > now ? closed : null },
  ])
  return createBook({
    cards: [...cards.values()].map((card) => (waiting.has(card.n) ? { ...card, notBefore: Infinity } : card)),
    hands,
    places: new Map(open),
    pauses: new Map([...agentPauses].map(([agent, { until }]) => [agent, until ?? Infinity])),
    now,
  })
}
