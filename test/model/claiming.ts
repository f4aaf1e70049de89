import { minute, same, type Book, type Card, type Wish } from "./cards.ts"
import type { Leases } from "./leases.ts"
import type { Needing } from "./needing.ts"

/** Which task a claim gives, and what its answer says beside it. */
export function claiming(book: Book, { grant }: Leases, { refuse, pausedUntil }: Needing) {
  const { isMine, isAwake, on, watch, room } = book
  const next = (wish: Wish, sessions: "any" | "mine") =>
    pausedUntil(wish.agent) === undefined ? book.next(wish, sessions) : undefined

  return {
    next: (wish: Wish) => next(wish, wish.session === undefined ? "any" : "mine"),

    /** What somebody who is given nothing is told: the task they would have, were it not another session's. */
    told: (wish: Wish, found: Card | undefined): Card | undefined => (found ? undefined : next(wish, "any")),

    isSilent: ({ held }: Card) => held !== null && book.now - held.heardAt >= 10 * minute,

    /** When a process without a session claimed what a claim by its name would resume, if that is not a minute ago. */
    claimedBefore(card: Card | undefined, takeOver: boolean): string | undefined {
      const { held } = card ?? {}
      if (!held || held.offered || held.session !== null || takeOver || book.now - held.claimedAt >= minute)
        return undefined
      return new Date(held.claimedAt).toISOString()
    },

    toClaim: (wish: Wish, takeOver: boolean) => next(wish, takeOver ? "any" : "mine"),

    claimNext(wish: Wish, takeOver: boolean, asked: number | null | undefined): Card | undefined {
      const card = next(wish, takeOver ? "any" : "mine")
      if (card) watch(card, () => grant(card, wish.agent, wish.session, asked))
      return card
    },

    claim: (n: number, wish: Wish, takeOver: boolean, asked: number | null | undefined) =>
      on(n, (card) => {
        if (card.status !== "todo" && card.status !== "doing") return "task_not_ready"
        if (card.assignee !== null && !same(card.assignee, wish.agent)) return "task_taken"
        if (!takeOver && !isMine(card, wish.session)) return "task_taken"
        if (pausedUntil(wish.agent) !== undefined) return "agent_paused"
        if (!isAwake(card)) return "task_not_ready"
        if (room.missing(card, wish.agent).length > 0) return "not_able"
        const isBegun = !room.isToBegin(card)
        const taken = isBegun ? undefined : (room.takenFor(card) ?? room.takenForAgent(wish.agent))
        if (taken) return refuse(taken)
        grant(card, wish.agent, wish.session, asked)
        return "ok"
      }),
  }
}
