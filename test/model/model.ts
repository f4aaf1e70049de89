import { handoffOf, type Note } from "./handoff.ts"

/**
 * The rules of docs/rules.md once more, as plainly as they can be said: arrays, scans, edits in place. It shares no code with
 * the service, so that the two can only agree by both being right. Reflections are left out (policy `optional`).
 */
export interface Held {
  agent: string
  session: string | null
  until: number | null
  length: number | null
  /** A review requested changes, and nobody has taken the task up since. */
  offered: boolean
  claimedAt: number
  /** When the holder wrote last. */
  heardAt: number
}

export interface Card {
  n: number
  status: string
  assignee: string | null
  reviewer: string | null
  priority: number
  project: string
  tags: string[]
  blockedBy: number[]
  /** The task that it is a part of. */
  parent: number | null
  notBefore: number
  dueAt: number | null
  eta: number
  attempts: number
  restsUntil: number
  held: Held | null
  /** The holder whose lease ran out, while nobody has taken the task since. */
  late: Held | null
  token: string | null
  /** The assignee before the claim. */
  before: string | null
  /** The agent that finished the work now in review. */
  doneBy: string | null
  /** How the agent ended its last attempt, while nothing has changed since. */
  said: { how: string; agent: string | null; token: string | null } | null
  criteria: string[]
  met: string[]
  /** It may be finished only when all criteria are met. */
  isStrict: boolean
  past: Note[]
  /** When it was changed, or talked about, last. */
  touchedAt: number
  /** When it came into its status. */
  since: number
}

export interface Caller {
  actor: string | null
  session?: string | undefined
  token?: string | undefined
}

export interface Wish {
  agent: string
  session?: string | undefined
  project?: string | undefined
  tags?: string[] | undefined
}

const minute = 60_000
const day = 24 * 60 * minute
const defaultLease = 30 * minute
const maxAttempts = 3

const same = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && a.toLowerCase() === b.toLowerCase()

/** Such a session only keeps two terminals from being given the same task. */
const isTerminal = (session: string) => session.startsWith("terminal:")

const arrows: Record<string, string> = {
  todo: "doing blocked done cancelled",
  doing: "todo review done blocked cancelled",
  blocked: "todo doing cancelled",
  review: "doing done cancelled",
  done: "todo",
  cancelled: "todo",
}

/** Every method returns `ok`, or the code of the refusal. */
export function createModel() {
  let cards: Card[] = []
  let deleted: number[] = []
  let count = 0
  let now = 0

  const find = (n: number) => cards.find((card) => card.n === n)
  const isOpen = (n: number) => !["done", "cancelled", undefined].includes(find(n)?.status)
  const rank = (a: Card, b: Card) => a.priority - b.priority || a.n - b.n

  function isReady(card: Card): boolean {
    return (
      (card.status === "todo" || card.status === "doing") &&
      !card.blockedBy.some(isOpen) &&
      !cards.some(({ n, parent }) => parent === card.n && isOpen(n)) &&
      card.notBefore <= now &&
      card.restsUntil <= now
    )
  }

  /** Whether this session may take over what is held. */
  const isMine = (card: Card, session: string | undefined) =>
    card.held?.offered !== false || card.held.session === null || card.held.session === session

  function next(wish: Wish, sessions: "any" | "mine"): Card | undefined {
    const wanted = cards
      .filter(isReady)
      .filter((card) => wish.project === undefined || card.project === wish.project)
      .filter((card) => (wish.tags ?? []).every((tag) => card.tags.includes(tag)))
      .sort(rank)
    return (
      wanted.find(
        (card) =>
          card.status === "doing" &&
          same(card.assignee, wish.agent) &&
          (sessions === "any" || isMine(card, wish.session)),
      ) ??
      wanted.find(
        (card) => card.status === "todo" && (card.assignee === null || same(card.assignee, wish.agent)),
      )
    )
  }

  const lower = (name: string | null | undefined) => (name ?? "anonymous").toLowerCase()
  const workerOf = (card: Card) =>
    card.status === "doing" && card.held?.offered !== true && card.assignee !== null
      ? lower(card.assignee)
      : null

  /** What a change of the card is a change of. */
  const shown = ({ status, assignee, priority, tags, blockedBy, parent, attempts, restsUntil, met }: Card) =>
    JSON.stringify([status, assignee, priority, tags, blockedBy, parent, attempts, restsUntil, met])
  const spoken = ({ past }: Card) => past.filter(({ what }) => what === "said").length

  /** Writes down whose attempt begins by what is done to the card, and when it was changed. */
  function watch<T>(card: Card, then: () => T): T {
    const before = workerOf(card)
    const [status, looks, words] = [card.status, shown(card), spoken(card)]
    const result = then()
    if (status !== card.status) card.since = now
    if (looks !== shown(card) || words !== spoken(card)) card.touchedAt = now
    const worker = workerOf(card)
    if (worker !== null && worker !== before) card.past.push({ what: "begun", who: worker })
    return result
  }

  function ended(card: Card, who: string | null, how: string, reason: string | null = null): void {
    card.past.push({ what: "ended", who: lower(who), how, reason, at: now })
  }

  /** Who acts: by name, or by the token of the lease. */
  const whoIs = (card: Card, caller: Caller) =>
    caller.actor ?? (holds(card, caller) === "yes" ? ((card.held ?? card.late)?.agent ?? null) : null)

  const unmetOf = (card: Card) => card.criteria.filter((each) => !card.met.includes(each))
  const named = (card: Card, name: string) => card.criteria.find((each) => same(each, name))

  function grant(
    card: Card,
    agent: string,
    session: string | undefined,
    asked: number | null | undefined,
  ): void {
    if (card.status !== "doing" || !card.held) card.before = card.assignee
    const length = asked === undefined ? Math.max(defaultLease, 2 * card.eta) : asked
    const until = length === null ? null : now + length
    card.held = {
      agent,
      session: session ?? null,
      until,
      length,
      offered: false,
      claimedAt: now,
      heardAt: now,
    }
    Object.assign(card, {
      status: "doing",
      assignee: agent,
      late: null,
      restsUntil: 0,
      token: null,
      said: null,
    })
  }

  /** `yes`, `no`, or why a token is refused. */
  function holds(card: Card, { actor, session, token }: Caller): string {
    const lease = card.held ?? card.late
    if (token !== undefined) {
      if (token !== card.token) return "lease_lost"
      return actor === null || same(actor, lease?.agent) ? "yes" : "actor_mismatch"
    }
    const isTheirs = lease?.session == null || isTerminal(lease.session) || lease.session === session
    return lease && same(lease.agent, actor) && isTheirs ? "yes" : "no"
  }

  function mayFinish(card: Card, caller: Caller, late: boolean): string {
    const held = holds(card, caller)
    if (held === "yes") return card.held || late ? "ok" : "lease_lost"
    if (held !== "no") return held
    if (card.status !== "doing") return "invalid_transition"
    return !card.held && same(card.assignee, caller.actor) ? "ok" : "task_taken"
  }

  function renew(card: Card, caller: Caller): void {
    const { held } = card
    if (!held || held.offered || holds(card, caller) !== "yes") return
    held.heardAt = now
    if (held.length !== null) held.until = Math.max(held.until ?? 0, now + held.length)
  }

  function fail(card: Card): void {
    card.attempts++
    const isLast = card.attempts >= maxAttempts
    card.status = isLast ? "blocked" : "todo"
    card.restsUntil = isLast ? 0 : now + Math.min(30_000 * 2 ** (card.attempts - 1), 60 * minute)
  }

  function end(card: Card): void {
    Object.assign(card, { held: null, late: null, token: null })
  }

  /** Notes how the agent ended its attempt. */
  function say(card: Card, how: string, agent: string | null): void {
    card.said = { how, agent, token: card.token }
    end(card)
  }

  function isRepeated({ said }: Card, how: string, { actor, token }: Caller): boolean {
    if (said?.how !== how) return false
    if (token === undefined) return same(said.agent, actor)
    return token === said.token && (actor === null || same(actor, said.agent))
  }

  /** For a task that may have been deleted. */
  function on(n: number, then: (card: Card) => string): string {
    const card = find(n)
    return card ? watch(card, () => then(card)) : deleted.includes(n) ? "task_deleted" : "task_not_found"
  }

  /** What a task waits for, once `card` is as given. */
  function waits(n: number, card: Card): number[] {
    const all = [...cards.filter((each) => each.n !== card.n), card]
    const own = all.find((each) => each.n === n)
    return own ? [...own.blockedBy, ...all.filter(({ parent }) => parent === n).map((each) => each.n)] : []
  }

  const waitsForItself = (card: Card, from = waits(card.n, card), seen: number[] = []): boolean =>
    from
      .filter((each) => !seen.includes(each))
      .some((each) => seen.push(each) && (each === card.n || waitsForItself(card, waits(each, card), seen)))

  /** Why work on it has come to a stop, in the words of the answers. */
  function stuck(card: Card): string[] | undefined {
    if (!isOpen(card.n)) return undefined
    const last = card.past.filter((note) => note.what === "ended").at(-1)
    const hasFailed = last?.how === "failed" || last?.how === "expired"
    const isBlocked = card.status === "blocked"
    const isUsedUp = isBlocked && card.attempts > 0 && hasFailed && last.at === card.since
    const reasons = [
      card.late ? "lease_expired" : "",
      isUsedUp ? "no_attempts_left" : "",
      isBlocked && card.touchedAt + day <= now ? "silent" : "",
      card.dueAt !== null && card.dueAt < now ? "overdue" : "",
    ].filter((reason) => reason !== "")
    return reasons.length > 0 ? reasons : undefined
  }

  /** When a day has gone by without a change or a word, for a task that is blocked. */
  function silentAt({ status, touchedAt }: Card): string | undefined {
    return status === "blocked" ? new Date(touchedAt + day).toISOString() : undefined
  }

  return {
    cards: () => cards,
    find,
    stuck,
    silentAt,
    isReady,
    next: (wish: Wish) => next(wish, wish.session === undefined ? "any" : "mine"),

    /** What somebody who is given nothing is told: the task they would have, were it not another session's. */
    told: (wish: Wish, found: Card | undefined): Card | undefined => (found ? undefined : next(wish, "any")),
    isSilent: ({ held }: Card) => held !== null && now - held.heardAt >= 10 * minute,

    /** When a process without a session claimed what a claim by its name would resume, if that is not a minute ago. */
    claimedBefore(card: Card | undefined, takeOver: boolean): string | undefined {
      const { held } = card ?? {}
      if (!held || held.offered || held.session !== null || takeOver || now - held.claimedAt >= minute)
        return undefined
      return new Date(held.claimedAt).toISOString()
    },

    /** The clock is looked at: after an absence every lease has five minutes; then what is overdue is settled. */
    look(time: number, wasAway: boolean): void {
      now = time
      for (const card of cards) {
        const { held } = card
        if (held?.until == null) continue
        if (wasAway) held.until = Math.max(held.until, now + 5 * minute)
        if (held.until > now) continue
        watch(card, () => {
          if (!held.offered) ended(card, held.agent, "expired")
          card.assignee = card.before
          card.held = null
          if (held.offered) card.status = "todo"
          else {
            card.late = held
            fail(card)
          }
        })
      }
    },

    create(fields: Partial<Card>): string {
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
        restsUntil: 0,
      }
      const card: Card = {
        n: count + 1,
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
        isStrict: false,
        past: [],
        touchedAt: now,
        since: now,
        ...fields,
      }
      if (waitsForItself(card)) return "dependency_cycle"
      const worker = workerOf(card)
      if (worker !== null) card.past.push({ what: "begun", who: worker })
      cards.push(card)
      count++
      return "ok"
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
        if (!isReady(card)) return "task_not_ready"
        grant(card, wish.agent, wish.session, asked)
        return "ok"
      }),

    heartbeat: (n: number, caller: Caller) =>
      on(n, (card) => {
        const verdict = mayFinish(card, caller, false)
        if (verdict !== "ok") return verdict
        if (!card.held || card.held.offered) return "lease_lost"
        renew(card, caller)
        return "ok"
      }),

    comment: (n: number, caller: Caller, text: string) =>
      on(n, (card) => {
        const held = holds(card, caller)
        if (held !== "yes" && held !== "no") return held
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
        card.said = null
        card.met = card.met.filter((each) => each !== criterion)
        if (isMet) card.met.push(criterion)
        return "ok"
      }),

    /** @param claimer null: nobody is named */
    handoff(n: number, claimer: string | null) {
      const card = find(n)
      if (!card) return null
      const who = claimer === null ? null : lower(claimer)
      return handoffOf(
        card.past,
        { attempts: card.attempts, isAtWork: who !== null && workerOf(card) === who },
        who,
      )
    },

    /** Anyone may end the rest after a failed attempt. Where nothing rests, nothing is changed. */
    retry: (n: number) =>
      on(n, (card) => {
        if (card.status !== "todo" && card.status !== "doing") return "invalid_transition"
        if (card.restsUntil > now) Object.assign(card, { restsUntil: 0, said: null })
        return "ok"
      }),

    release: (n: number, caller: Caller, failed: boolean, reason: string | null) =>
      on(n, (card) => {
        if (isRepeated(card, "released", caller)) return "ok"
        const verdict = mayFinish(card, caller, false)
        if (verdict !== "ok") return verdict
        const who = caller.actor ?? card.held?.agent ?? null
        ended(card, who, failed ? "failed" : "released", reason)
        if (card.held) card.assignee = card.before
        if (failed) fail(card)
        else Object.assign(card, { status: "todo", restsUntil: 0 })
        say(card, "released", who)
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
        card.met = met
        const who = caller.actor ?? (card.held ?? card.late)?.agent ?? null
        ended(card, who, "completed")
        card.past.push({ what: "finished" })
        if (!card.held) card.before = card.assignee
        Object.assign(card, {
          status: card.reviewer === null ? "done" : "review",
          assignee: who,
          doneBy: who,
          restsUntil: 0,
        })
        say(card, "completed", who)
        return "ok"
      }),

    review: (n: number, actor: string, isGood: boolean, words: string | null) =>
      on(n, (card) => {
        if (card.status !== "review") return "invalid_transition"
        if (same(card.doneBy ?? card.assignee, actor)) return "review_required"
        card.said = null
        const whose = card.doneBy ?? card.assignee
        if (!isGood) {
          ended(card, whose, whose === null ? "completed" : "changes_requested")
          card.past.push({ what: "asked", who: lower(actor), words, at: now })
        }
        if (words !== null)
          card.past.push({ what: "said", who: lower(actor), text: words, ofReview: !isGood })
        card.status = isGood ? "done" : card.assignee === null ? "todo" : "doing"
        if (card.status !== "doing") return "ok"
        const length = Math.max(defaultLease, 2 * card.eta)
        card.held = {
          agent: card.assignee ?? "",
          session: null,
          until: now + length,
          length,
          offered: true,
          claimedAt: 0,
          heardAt: 0,
        }
        return "ok"
      }),

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
      },
    ) =>
      on(n, (card) => {
        const held = holds(card, caller)
        if (held !== "yes" && held !== "no") return held
        const actor = caller.actor ?? (held === "yes" ? ((card.held ?? card.late)?.agent ?? null) : null)
        const isWorker = held === "yes" || same(card.assignee, actor)
        const { status: to = card.status, assignee } = sent
        const isMove = to !== card.status
        const isGiven = assignee !== undefined && assignee !== card.assignee && !same(assignee, card.assignee)

        if (sent.blockedBy?.some((id) => !find(id) && !card.blockedBy.includes(id))) return "invalid_input"
        if (sent.parent != null && !find(sent.parent) && sent.parent !== card.parent) return "invalid_input"
        const { blockedBy = card.blockedBy, parent = card.parent } = sent
        if (waitsForItself({ ...card, blockedBy, parent })) return "dependency_cycle"
        if (isMove && !arrows[card.status]?.split(" ").includes(to)) return "invalid_transition"
        if (isMove && to === "done" && card.status === "review") {
          if (same(card.doneBy ?? card.assignee, actor)) return "review_required"
        } else if (
          isMove &&
          isWorker &&
          card.status === "doing" &&
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
        const isEdit = (["blockedBy", "parent", "priority", "tags"] as const).some(
          (key) => sent[key] !== undefined && String(sent[key]) !== String(card[key]),
        )
        if (isEdit || isMove || isGiven) card.said = null
        Object.assign(card, { blockedBy, parent })
        card.priority = sent.priority ?? card.priority
        card.tags = sent.tags ?? card.tags
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
          if (["blocked", "done", "cancelled"].includes(card.status)) card.attempts = 0
          if (!was) card.before = whose
          if (to === "review") card.doneBy = card.assignee
          Object.assign(card, { status: to, restsUntil: 0 })
        }
        card.assignee = whose
        const isFinish = isMove && (to === "review" || to === "done")
        if (isFinish) card.past.push({ what: "finished" })
        if (worker !== null && worker !== workerOf(card))
          ended(card, worker, isFinish ? "completed" : same(worker, actor) ? "released" : "revoked")
        return "ok"
      }),

    remove: (n: number) =>
      on(n, () => {
        cards = cards.filter((card) => card.n !== n)
        deleted = [...deleted, n]
        return "ok"
      }),
  }
}
