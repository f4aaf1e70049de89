import { type Book, type Caller, type Card } from "./cards.ts"
import { mayFinish, whoIs, type Leases } from "./leases.ts"
import { isUnder, type Place } from "./room.ts"

/** What an attempt has left in a repository. */
export interface LeftWork {
  readonly landed: boolean
  /** It changes files of a base, so tasks that are blocked by this one wait until it has landed. */
  readonly toLand: boolean
  /** The names that somebody freed before it landed. */
  readonly freed: readonly string[]
}

type Keeping = Pick<Card, "status" | "resources" | "work">

/** What a task keeps while nobody is at work on it: its places, as long as its work has not landed. */
export const keeps = ({ status, resources, work }: Keeping, places: ReadonlyMap<string, Place>) =>
  work && !work.landed && status !== "cancelled"
    ? resources.filter((name) => !work.freed.includes(name) && (places.get(name)?.capacity ?? null) === null)
    : []

/** What is said of work in a repository. */
export function landing(book: Book, { renew }: Leases) {
  const changed = (card: Card, work: LeftWork) =>
    Object.assign(card, { work, said: null, touchedAt: book.now })

  return {
    report: (n: number, caller: Caller, toLand: boolean) =>
      book.on(n, (card) => {
        const verdict = mayFinish(card, caller, true)
        if (verdict !== "ok") return verdict
        book.join(whoIs(card, caller))
        renew(card, caller)
        changed(card, { landed: false, toLand, freed: [] })
        return "ok"
      }),

    /** @param isOutdated a later attempt has finished the task */
    landed: (n: number, actor: string, isSame: boolean, isOutdated: boolean) =>
      book.on(n, (card) => {
        if (card.status !== "done") return "invalid_transition"
        if (!card.work || !isSame || isOutdated) return "work_changed"
        if (card.work.landed) return "ok"
        book.join(actor)
        changed(card, { ...card.work, landed: true })
        return "ok"
      }),

    /** What is kept at this name and below it is free. */
    freePlaces(name: string): void {
      for (const card of book.cards) {
        const isAtWork = card.status === "doing" && card.held?.offered !== true
        const freed = isAtWork ? [] : keeps(card, book.places).filter((each) => isUnder(each, name))
        if (card.work && freed.length > 0) {
          changed(card, { ...card.work, freed: [...card.work.freed, ...freed] })
          book.touched.push(card.n)
        }
      }
    },
  }
}
