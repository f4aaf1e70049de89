import { day, defaultLease, lower, same, workerOf, type Book, type Caller, type Card } from "./cards.ts"
import { end, holds, type Leases } from "./leases.ts"
import type { Needing } from "./needing.ts"

const arrows: Record<string, string> = {
  todo: "doing blocked done cancelled",
  doing: "todo review done blocked cancelled",
  blocked: "todo doing cancelled",
  review: "doing done cancelled",
  done: "todo",
  cancelled: "todo",
}

const edited = ["blockedBy", "parent", "priority", "tags", "resources", "skills", "escalation"] as const

export type Editing = ReturnType<typeof editing>

/** What is done to a task by whoever need not hold it. */
export function editing(book: Book, { renew, fail }: Leases, { refuse }: Needing) {
  const { ended, find, on, waitsForItself } = book
  let reviews = 0
  const unmetOf = (card: Card) => card.criteria.filter((each) => !card.met.includes(each))

  /** Takes away the edges by which a card that comes back would wait for itself: first its own, then those of others. */
  function letGo(card: Card): void {
    const waiters = book.cards.filter(({ blockedBy }) => blockedBy.includes(card.n))
    const ahead = [...waiters.map(({ n }) => n), ...(card.parent === null ? [] : [card.parent])]
    const children = book.cards.filter(({ parent }) => parent === card.n).map(({ n }) => n)
    if (!waitsForItself(card)) return
    card.blockedBy = card.blockedBy.filter((id) => !ahead.some((to) => leads(id, to)))
    if (!waitsForItself(card)) return
    if (children.some((id) => leads(id, card.parent ?? 0))) card.parent = null
    for (const other of waiters)
      if (children.some((id) => leads(id, other.n))) {
        other.blockedBy = other.blockedBy.filter((id) => id !== card.n)
        Object.assign(other, { touchedAt: book.now, said: null })
        book.touched.push(other.n)
      }
  }

  /** Whether a card waits for another one, by whatever way. */
  function leads(from: number, to: number, seen: number[] = []): boolean {
    if (from === to) return true
    const next = [
      ...(find(from)?.blockedBy ?? []),
      ...book.cards.filter(({ parent }) => find(from) && parent === from).map(({ n }) => n),
    ]
    return next.filter((id) => !seen.includes(id)).some((id) => seen.push(id) && leads(id, to, seen))
  }

  function review(
    n: number,
    actor: string,
    isGood: boolean,
    words: string | null,
    from: "review" | "done" = "review",
  ): string {
    const { startedAt = null } = find(n) ?? {}
    const verdict = on(n, (card) => {
      if (card.status !== from) return "invalid_transition"
      if (from === "review" && same(card.doneBy ?? card.assignee, actor)) return "review_required"
      book.join(actor)
      card.said = null
      const whose = card.doneBy ?? card.assignee
      if (!isGood) {
        const how = from === "done" ? "failed" : "changes_requested"
        ended(card, whose, whose === null ? "completed" : how, from === "done" ? words : null)
        card.asked = ++reviews
        card.past.push({ what: "asked", who: lower(actor), words, at: book.now, review: reviews })
      }
      if (words !== null) card.past.push({ what: "said", who: lower(actor), text: words, ofReview: !isGood })
      card.restsFor = null
      if (from === "done") {
        fail(card, whose ?? actor)
        return "ok"
      }
      card.status = isGood ? "done" : card.assignee === null ? "todo" : "doing"
      if (card.status !== "doing") return "ok"
      const length = Math.max(defaultLease, 2 * card.eta)
      card.held = {
        agent: card.assignee ?? "",
        session: null,
        until: book.now + length,
        length,
        offered: true,
        warned: false,
        claimedAt: 0,
        heardAt: 0,
      }
      return "ok"
    })
    // The same work goes on.
    const card = find(n)
    if (verdict === "ok" && !isGood && from === "review" && card) card.startedAt = startedAt
    return verdict
  }

  return {
    create(fields: Partial<Card>, actor: string | null): string {
      const plain = {
        status: "todo",
        assignee: null,
        reviewer: null,
        priority: 2,
        project: "default",
        tags: [],
      }
      const rest = {
        blockedBy: [],
        parent: null,
        notBefore: 0,
        dueAt: null,
        eta: 0,
        attempts: 0,
        expiries: 0,
        restsUntil: 0,
        resources: [],
        skills: [],
        escalation: [],
        restsFor: null,
      }
      const card: Card = {
        n: book.count + 1,
        ...plain,
        ...rest,
        held: null,
        late: null,
        token: null,
        before: null,
        doneBy: null,
        said: null,
        criteria: [],
        met: [],
        stamps: {},
        startedAt: fields.status === "doing" ? book.now : null,
        finishedAt: null,
        askedBy: fields.status === "blocked" ? lower(actor) : null,
        asked: null,
        isStrict: false,
        work: null,
        past: [],
        touchedAt: book.now,
        since: book.now,
        ...fields,
      }
      if (waitsForItself(card)) return "dependency_cycle"
      book.join(card.assignee, card.reviewer, ...card.escalation)
      card.escalation = card.escalation.map(book.spelled)
      const worker = workerOf(card)
      if (worker !== null) card.past.push({ what: "begun", who: worker, at: book.now })
      book.cards.push(card)
      book.count++
      book.touched.push(card.n)
      return "ok"
    },

    review,
    /** What is done goes back, as by a review that asks for changes. */
    cannotLand: (n: number, actor: string, words: string) => review(n, actor, false, words, "done"),
    patch: (
      n: number,
      caller: Caller,
      sent: {
        status?: string
        assignee?: string | null
        blockedBy?: number[]
        parent?: number | null
        priority?: number
        tags?: string[]
        resources?: string[]
        skills?: string[]
        escalation?: string[]
      },
    ) =>
      on(n, (card) => {
        const held = holds(card, caller)
        if (held !== "yes" && held !== "no") return held
        const actor = caller.actor ?? (held === "yes" ? ((card.held ?? card.late)?.agent ?? null) : null)
        const last = card.past.findLast(({ what }) => what === "ended")
        const gaveUp =
          (card.status === "todo" || (card.status === "doing" && !card.held)) &&
          last?.what === "ended" &&
          last.who !== "anonymous" &&
          last.how !== "completed" &&
          same(last.who, actor)
        const isWorker = held === "yes" || same(card.assignee, actor) || gaveUp
        const { status: to = card.status, assignee } = sent
        const isMove = to !== card.status
        const isGiven = assignee !== undefined && assignee !== card.assignee && !same(assignee, card.assignee)

        if (sent.blockedBy?.some((id) => !find(id) && !card.blockedBy.includes(id))) return "invalid_input"
        if (sent.parent != null && !find(sent.parent) && sent.parent !== card.parent) return "invalid_input"
        const { blockedBy = card.blockedBy, parent = card.parent } = sent
        if (waitsForItself({ ...card, blockedBy, parent })) return "dependency_cycle"
        const added = sent.resources?.filter((name) => !card.resources.includes(name)) ?? []
        const taken =
          card.status === "doing" && !book.room.isToBegin(card) ? book.room.taken(added, n) : undefined
        if (taken) return refuse(taken)
        if (isMove && !arrows[card.status]?.split(" ").includes(to)) return "invalid_transition"
        if (isMove && to === "done" && card.status === "review") {
          if (same(card.doneBy ?? card.assignee, actor)) return "review_required"
        } else if (
          isMove &&
          isWorker &&
          (card.status === "doing" || gaveUp) &&
          (to === "done" || to === "review") &&
          card.isStrict &&
          unmetOf(card).length > 0
        ) {
          return "criteria_unmet"
        } else if (isMove && to === "done" && isWorker && card.reviewer !== null) return "review_required"
        if (isMove && to === "review" && card.reviewer === null) return "invalid_input"
        let whose = isGiven ? assignee : card.assignee
        if (isMove && to === "todo" && assignee === undefined && card.held) whose = card.before
        if (isMove && to === "doing") whose ??= isGiven ? null : actor
        if (to === "doing" && whose === null) return "invalid_input"

        const worker = workerOf(card)
        const escalation = sent.escalation?.map(book.spelled)
        const given = { ...sent, ...(escalation && { escalation }) }
        const isEdit = edited.some(
          (key) => given[key] !== undefined && String(given[key]) !== String(card[key]),
        )
        if (isMove) book.join(whose, to === "blocked" ? actor : null)
        else if (isGiven) book.join(assignee)
        if (escalation && String(escalation) !== String(card.escalation)) book.join(...escalation)
        if (isEdit || isMove || isGiven) card.said = null
        Object.assign(card, { blockedBy, parent })
        card.priority = sent.priority ?? card.priority
        card.tags = sent.tags ?? card.tags
        card.resources = sent.resources ?? card.resources
        card.skills = sent.skills ?? card.skills
        card.escalation = escalation ?? card.escalation
        if (!isMove && !isGiven) {
          renew(card, caller)
          return "ok"
        }
        const { late, held: was } = card
        const isStillLate = isMove
          ? to === "todo" || to === "blocked"
          : assignee === null || same(assignee, late?.agent)
        if (!late || !isStillLate) end(card)
        if (isMove) {
          if (["blocked", "done", "cancelled"].includes(card.status))
            Object.assign(card, { attempts: 0, expiries: 0 })
          if (!was && !late) card.before = whose
          if (to === "review") card.doneBy = card.assignee
          card.askedBy = to === "blocked" ? lower(actor) : null
          Object.assign(card, { status: to, restsUntil: 0, restsFor: null })
        }
        card.assignee = whose
        const isFinish = isMove && (to === "review" || to === "done")
        if (isFinish) card.asked = null
        if (worker !== null && worker !== workerOf(card))
          ended(card, worker, isFinish ? "completed" : same(worker, actor) ? "released" : "revoked")
        return "ok"
      }),

    remove: (n: number, actor: string | null) =>
      on(n, (card) => {
        book.cards = book.cards.filter((other) => other !== card)
        book.deleted = [...book.deleted, n]
        const worker = workerOf(card)
        const back = { ...card, said: card.status === "doing" ? null : card.said }
        if (card.status === "doing") {
          Object.assign(back, {
            status: "todo",
            restsUntil: 0,
            restsFor: null,
            assignee: card.held ? card.before : card.assignee,
          })
          end(back)
        }
        if (worker !== null) ended(back, worker, same(worker, actor) ? "released" : "revoked")
        book.trash.push({ card: back, until: book.now + 30 * day })
        return "ok"
      }),

    restore(n: number): string {
      book.trash = book.trash.filter(({ until }) => until > book.now)
      const card = book.trash.find((each) => each.card.n === n)?.card
      if (!card) return on(n, () => "ok")
      book.trash = book.trash.filter((each) => each.card !== card)
      book.deleted = book.deleted.filter((each) => each !== n)
      const isKnown = (id: number) => find(id) ?? book.trash.find((each) => each.card.n === id)
      card.blockedBy = card.blockedBy.filter(isKnown)
      if (card.parent !== null && !isKnown(card.parent)) card.parent = null
      letGo(card)
      book.touched.push(n)
      Object.assign(card, { since: book.now, touchedAt: book.now, said: null })
      book.cards = [...book.cards, card].sort((a, b) => a.n - b.n)
      return "ok"
    },
  }
}
