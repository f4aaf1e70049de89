import { day, lower, workerOf, type Book, type Card } from "./cards.ts"
import { handoffOf } from "./handoff.ts"

/** What is shown of a task. */
export function showing(book: Book) {
  const { find, isOpen, isReady, isAwake } = book
  return {
    cards: () => book.cards,
    trash: () => book.trash,
    find,
    isReady,
    isAwake: book.isAwake,
    stuck,
    silentAt,

    /** @param claimer null: nobody is named */
    handoff(n: number, claimer: string | null) {
      const card = find(n)
      if (!card) return null
      const who = claimer === null ? null : lower(claimer)
      return handoffOf(
        card.past,
        {
          attempts: card.attempts,
          expiries: card.expiries,
          isAtWork: who !== null && workerOf(card) === who,
          open: card.asked,
          hasWork: card.work !== null,
          unlanded: card.blockedBy.filter(book.waitsToLand),
        },
        who,
      )
    },
  }

  /**
   * Why work on it has come to a stop, in the words of the answers.
   * @param detail what the answer says of it: who was heard of is not modelled, but of whom it may be said at all
   */
  function stuck(card: Card, detail?: unknown): string[] | undefined {
    if (!isOpen(card.n)) return undefined
    const last = card.past.filter((note) => note.what === "ended").at(-1)
    const hasFailed = last?.how === "failed" || last?.how === "expired"
    const isBlocked = card.status === "blocked"
    const isLast = isBlocked && hasFailed && last.at === card.since
    const reasons = [
      card.late ? "lease_expired" : "",
      isLast && last.how === "failed" && card.attempts > 0 ? "no_attempts_left" : "",
      isLast && last.how === "expired" && card.expiries > 0 ? "expired_too_often" : "",
      isBlocked && card.touchedAt + day <= book.now ? "silent" : "",
      card.dueAt !== null && card.dueAt < book.now ? "overdue" : "",
      canNobody(card) || isForStranger(card, detail) ? "no_one_can" : "",
    ].filter((reason) => reason !== "")
    return reasons.length > 0 ? reasons : undefined
  }

  function canNobody(card: Card): boolean {
    if (card.status !== "todo" || card.skills.length === 0 || !isAwake(card)) return false
    return ![...book.agents.values()].some(({ skills }) => card.skills.every((each) => skills.includes(each)))
  }

  function isForStranger(card: Card, detail: unknown): boolean {
    const { status, assignee } = card
    if (status !== "todo" || assignee === null || !isAwake(card)) return false
    const name = book.known.get(lower(assignee)) ?? assignee
    return lower(String(detail)) === lower(`nobody called ${name} has asked for work`)
  }

  /** When a day has gone by without a change or a word, for a task that is blocked. */
  function silentAt({ status, touchedAt }: Card): string | undefined {
    return status === "blocked" ? new Date(touchedAt + day).toISOString() : undefined
  }
}
