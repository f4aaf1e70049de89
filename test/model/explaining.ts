import { same, type Book, type Card, type Wish } from "./cards.ts"
import type { Needing } from "./needing.ts"
import type { Taken } from "./room.ts"

/** A task that somebody is not given, and by which rule. */
export interface PassedOver {
  readonly n: number
  readonly reason: string
  /** What of it is taken, where that is the reason. */
  readonly taken?: Taken | undefined
  /** Whose failed attempt gave it to its assignee. */
  readonly failed?: string | null | undefined
}

const most = 20

/** Why somebody is not given what would come before the task they are given. */
export function explaining(book: Book, { pausedUntil }: Needing) {
  const { room } = book

  /** Whose failed attempt gave it to its assignee. */
  const escalatedFrom = ({ said }: Card) => (said?.next === undefined ? null : said.agent)

  function why(card: Card, wish: Wish): Omit<PassedOver, "n"> | undefined {
    const { agent, session, project, tags = [] } = wish
    const isOwn = same(card.assignee, agent)
    if (project !== undefined && card.project !== project) return { reason: "other_project" }
    if (tags.some((tag) => !card.tags.includes(tag))) return { reason: "missing_tags" }
    if (card.status === "blocked") return { reason: "blocked" }
    if (card.status === "doing" && !isOwn) return { reason: "held" }
    if (card.assignee !== null && !isOwn)
      return {
        reason: "assigned",
        failed: same(card.said?.next, card.said?.agent) ? null : escalatedFrom(card),
      }
    if (room.missing(card, agent).length > 0) return { reason: "missing_skills" }
    const isPart = ({ n, parent }: Card) => parent === card.n && book.isOpen(n)
    if (card.blockedBy.some(book.isOpen) || book.cards.some(isPart)) return { reason: "waits_for" }
    if (card.blockedBy.some(book.waitsToLand)) return { reason: "not_landed" }
    if (!book.isAwake(card)) return { reason: card.restsUntil > card.notBefore ? "backoff" : "not_before" }
    const taken = room.takenFor(card)
    if (taken) return { reason: "resource_taken", taken }
    if (card.held && session !== undefined && !book.isMine(card, session))
      return { reason: "held_by_session" }
    if (room.rests(card, agent)) return { reason: "rests_for_agent" }
    const drawn = room.isToBegin(card) ? room.takenForAgent(agent) : undefined
    return drawn && { reason: "resource_taken", taken: drawn }
  }

  /** Own work in progress, then the most urgent. */
  return {
    explain(wish: Wish): PassedOver[] {
      const given = book.next(wish, wish.session === undefined ? "any" : "mine")
      if (pausedUntil(wish.agent) !== undefined) return given ? [{ n: given.n, reason: "paused" }] : []
      const isOwn = (card: Card) => card.status === "doing" && same(card.assignee, wish.agent)
      const open = book.cards.filter(({ status }) => ["todo", "doing", "blocked"].includes(status))
      const isAhead = (card: Card) => !given || book.rank(card, given) < 0
      const own = open.filter(isOwn).sort(book.rank)
      const others = open.filter((card) => !isOwn(card)).sort(book.rank)
      const ahead = given?.status === "doing" ? own.filter(isAhead) : [...own, ...others.filter(isAhead)]
      return ahead
        .flatMap((card): PassedOver[] => {
          const found = why(card, wish)
          if (!found) throw new Error(`T-${card.n} is passed over by no rule`)
          return [{ n: card.n, ...found }]
        })
        .slice(0, most)
    },
  }
}
