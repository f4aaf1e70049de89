import { createBook, same, type Wish } from "../../model/cards.ts"
import type { Card } from "./cards.ts"

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

/** Each time from `from` on at which something becomes ready, or somebody's pause ends. */
export function turnsAfter(moment: Moment, from: number): number[] {
  const { cards, agentPauses, teamPause } = moment
  const times = [
    ...[...cards.values()].flatMap(({ notBefore, restsUntil }) => [notBefore, restsUntil]),
    ...[teamPause, ...agentPauses.values()].map((pause) => pause?.until ?? 0),
  ]
  return [from, ...times.filter((time) => time > from)]
}

export { same }

// --- internal ---

function bookAt({ cards }: Moment, now: number) {
  const book = createBook()
  book.now = now
  // The model reads only what a card of the auditor has too.
  book.cards = [...cards.values()] as never
  return book
}
