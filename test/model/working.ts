import { lower, minute, same, type Book, type Caller, type Card, type Held } from "./cards.ts"
import { holds, isRepeated, mayFinish, say, whoIs, type Leases } from "./leases.ts"
import type { Limit, Needing } from "./needing.ts"

/** What the holder of a task does, and what the clock does to leases. */
export function working(book: Book, { renew, fail, expire }: Leases, { limit, openAgain }: Needing) {
  const { ended, join, on, watch, room } = book
  const meet = (card: Card, criterion: string, who: string | null) => {
    card.met = [...card.met, criterion]
    card.stamps = { ...card.stamps, [criterion]: `${lower(who)} ${book.now}` }
  }
  /** What comes first: that the holder is told, which is when a fifth of the time is left, or the end. */
  const dueAt = ({ until, length, offered, warned }: Held) =>
    (until ?? Infinity) - (warned || offered ? 0 : Math.floor((length ?? 0) / 5))

  function firstDue() {
    const all = book.cards.flatMap((card) => (card.held ? [{ card, held: card.held }] : []))
    const due = all.filter(({ held }) => dueAt(held) <= book.now)
    return due.sort((a, b) => dueAt(a.held) - dueAt(b.held) || a.card.n - b.card.n)[0]
  }

  /** What was offered, and could not be taken up since something was taken, stays with whose it is. */
  function runOut(card: Card, held: Held): void {
    const stays = held.offered && (room.takenFor(card) ?? room.takenForAgent(held.agent)) !== undefined
    if (!held.offered) ended(card, held.agent, "expired")
    card.assignee = stays ? held.agent : card.before
    Object.assign(card, { held: null, restsFor: null })
    if (held.offered) Object.assign(card, { status: "todo", restsUntil: 0 })
    else {
      card.late = held
      expire(card)
    }
  }
  const named = (card: Card, name: string) => card.criteria.find((each) => same(each, name))
  return {
    /** The clock is looked at: after an absence every lease has five minutes; then what is overdue is settled. */
    look(time: number, wasAway: boolean): void {
      book.now = time
      openAgain()
      for (const { held } of book.cards)
        if (wasAway && held?.until != null) held.until = Math.max(held.until, book.now + 5 * minute)
      for (let due = firstDue(); due; due = firstDue()) {
        const { card, held } = due
        if ((held.until ?? 0) > book.now) held.warned = true
        else watch(card, () => runOut(card, held))
      }
    },

    heartbeat: (n: number, caller: Caller) =>
      on(n, (card) => {
        const verdict = mayFinish(card, caller, false)
        if (verdict !== "ok") return verdict
        if (!card.held || card.held.offered) return "lease_lost"
        join(whoIs(card, caller))
        renew(card, caller)
        return "ok"
      }),

    comment: (n: number, caller: Caller, text: string) =>
      on(n, (card) => {
        const held = holds(card, caller)
        if (held !== "yes" && held !== "no") return held
        join(whoIs(card, caller))
        card.past.push({ what: "said", who: lower(whoIs(card, caller)), text, ofReview: false })
        renew(card, caller)
        return "ok"
      }),

    check: (n: number, caller: Caller, name: string, isMet: boolean) =>
      on(n, (card) => {
        const held = holds(card, caller)
        if (held !== "yes" && held !== "no") return held
        const criterion = named(card, name)
        if (criterion === undefined) return "invalid_input"
        renew(card, caller)
        if (card.met.includes(criterion) === isMet) return "ok"
        join(whoIs(card, caller))
        card.said = null
        card.met = card.met.filter((each) => each !== criterion)
        card.stamps = Object.fromEntries(Object.entries(card.stamps).filter(([name]) => name !== criterion))
        if (isMet) meet(card, criterion, whoIs(card, caller))
        return "ok"
      }),

    /** Anyone may end the rest after a failed attempt. Where nothing rests, nothing is changed. */
    retry: (n: number) =>
      on(n, (card) => {
        if (card.status !== "todo" && card.status !== "doing") return "invalid_transition"
        if (card.restsUntil > book.now) Object.assign(card, { restsUntil: 0, said: null })
        return "ok"
      }),

    release: (n: number, caller: Caller, failed: boolean, reason: string | null, met?: Limit) =>
      on(n, (card) => {
        if (isRepeated(card, "released", caller)) return "ok"
        const verdict = mayFinish(card, caller, false)
        if (verdict !== "ok") return verdict
        if (met && (failed || (met.until ?? Infinity) <= book.now)) return "invalid_input"
        const who = caller.actor ?? card.held?.agent ?? null
        ended(card, who, failed ? "failed" : "released", reason)
        if (card.held) card.assignee = card.before
        const next = failed ? fail(card, who) : undefined
        if (!failed) Object.assign(card, { status: "todo", restsUntil: 0 })
        card.restsFor = null
        if (met) limit(card, who, met)
        say(card, "released", who, next)
        return "ok"
      }),

    complete: (n: number, caller: Caller, criteria: string[]) =>
      on(n, (card) => {
        if (isRepeated(card, "completed", caller)) return "ok"
        const verdict = mayFinish(card, caller, true)
        if (verdict !== "ok") return verdict
        const found = criteria.map((name) => named(card, name))
        if (found.includes(undefined)) return "invalid_input"
        const met = [...card.met, ...found.flatMap((each) => each ?? [])]
        if (card.isStrict && card.criteria.some((each) => !met.includes(each))) return "criteria_unmet"
        const who = caller.actor ?? (card.held ?? card.late)?.agent ?? null
        join(who)
        ended(card, who, "completed")
        for (const criterion of met) if (!card.met.includes(criterion)) meet(card, criterion, who)
        card.asked = null
        if (!card.held) card.before = card.assignee
        Object.assign(card, {
          status: card.reviewer === null ? "done" : "review",
          assignee: who,
          doneBy: who,
          restsUntil: 0,
          restsFor: null,
        })
        say(card, "completed", who)
        return "ok"
      }),
  }
}
