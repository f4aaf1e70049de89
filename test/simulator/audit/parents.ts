import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"

/** Looks which tasks whose result is their children wait for one; what it returns is to be called after the command. */
export function watchParents(cards: Cards): () => void {
  const waiting = [...cards.values()].filter((card) => card.result === "children" && waits(cards, card))
  return () => {
    for (const { n } of waiting) {
      const card = cards.get(n)
      if (!card || !endsByItself(card) || waits(cards, card)) continue
      const isDone = [...cards.values()].some(({ parent, status }) => parent === n && status === "done")
      promise(!isDone, () => `T-${n} waits for its children, and is not done after the last of them`)
    }
  }
}

// --- internal ---

type Cards = ReadonlyMap<number, Card>

function endsByItself(card: Card): boolean {
  const { status, result, reviewer, checks, hasCriteria, isProven, grant, held } = card
  const isOwn = reviewer !== null || checks.length > 0 || hasCriteria || isProven
  return status === "todo" && result === "children" && !isOwn && !held && grant?.isOver !== false
}

function waits(cards: Cards, { n }: Card): boolean {
  return [...cards.values()].some(({ parent, status, work }) => {
    if (parent !== n) return false
    const isUnlanded = work?.toLand === true && !work.landed && !work.isOutdated
    return status === "done" ? isUnlanded : status !== "cancelled"
  })
}
