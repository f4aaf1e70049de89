import { expect, test } from "vitest"
import { startService, type Asker, type Service } from "../support/service.ts"
import { createRandom, type Random } from "../support/random.ts"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import type { Handoff } from "../../src/domain/wire/handoff-schema.ts"
import { startTwoAsOne, type RacingCall, type TwoAsOne } from "./two-servers.ts"
import type { Caller, Card, Wish } from "./cards.ts"
import { createModel } from "./model.ts"

const agents = ["ann", "Bob", "eve"]
const sessions = ["s1", "s2", "terminal:1", "terminal:2"]
const priorities = ["P0", "P1", "P2", "P3"]
const minute = 60_000
const rounds = 2_000

// Each run has a seed of its own. A failure names the seed, which repeats the run.
test.each([
  [101, "on one server"],
  [202, "on one server"],
  [303, "on one server"],
  [404, "on two servers over one log"],
])(
  "a random run agrees with a plain model at every step, seed %i %s (UPNEXT_SEED overrides)",
  async (seed, where) => {
    const random = createRandom(seed)
    const service = await (where === "on one server" ? startService() : startTwoAsOne(random))
    const run = createRun(service, random)
    await compareAll(run, service, { rounds, seed: random.seed, step: () => run.step() })
    // A run that never reached the interesting cases would prove nothing.
    for (const verdict of [
      "ok",
      "lease_lost",
      "task_taken",
      "task_not_ready",
      "review_required",
      "actor_mismatch",
      "handed over",
    ])
      expect(run.verdicts.get(verdict), `how often ${verdict}`).toBeGreaterThan(5)
    for (const event of [
      "dependency_cycle",
      "expired",
      "late finish",
      "said twice",
      "offer expired",
      "stale token refused",
      "told what is held",
      "told of a silent session",
      "claimed before",
      "criteria_unmet",
      "lease_expired in the answer to a write",
      "no_attempts_left in the answer to a write",
      "overdue in the answer to a write",
    ])
      expect(run.verdicts.get(event), `how often: ${event}`).toBeGreaterThan(0)
  },
  60_000,
)

test("commands that race on two servers end as in the plain model, in the order of the log, seed 505 (UPNEXT_SEED overrides)", async () => {
  const random = createRandom(505)
  const servers = await startTwoAsOne(random)
  const run = createRun(servers, random)
  const step = () => (random.chance(0.7) ? run.race(servers) : run.step())
  await compareAll(run, servers, { rounds: 600, seed: random.seed, step })
  for (const verdict of ["ok", "lease_lost", "task_taken", "task_not_ready"])
    expect(run.verdicts.get(`${verdict} in a race for one task`), verdict).toBeGreaterThan(5)
})

interface Comparing {
  readonly rounds: number
  readonly seed: number
  step(): Promise<string>
}

async function compareAll(run: Run, service: Service, { rounds, seed, step }: Comparing): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const told = await step()
    try {
      await run.compare()
    } catch (error) {
      const message = error instanceof Error ? error.message : ""
      throw new Error(`seed ${seed}, step ${round}: ${told}\n${message}`, { cause: error })
    }
    if (round % 250 === 0) await service.expectFold()
  }
}

type Run = ReturnType<typeof createRun>

function createRun(service: Service, random: Random) {
  const model = createModel()
  const verdicts = new Map<string, number>()
  const tokens = new Map<number, string[]>()
  const epochs = new Map<number, number>()
  /** The engine's time: it does not run back when the clock is set back. */
  const present = () => Math.max(service.now(), service.board.counters.at)
  let lastLook = present()
  let count = 0
  let remarks = 0
  /** Calls that are to race are gathered here instead of being made. */
  let gathered: Racer[] | undefined
  /** The task that the next call is about, where it is about one. */
  let aimed: number | undefined

  const tally = (what: string) => verdicts.set(what, (verdicts.get(what) ?? 0) + 1)
  const maybe = <T>(value: T, of = 0.5) => (random.chance(of) ? value : undefined)
  const spelled = (name: string) => random.pick([name, name.toUpperCase(), name.toLowerCase()])
  const anyTask = () => aimed ?? Math.max(1, count - random.below(Math.min(count + 1, 30)))
  const id = (n: number) => `T-${n}`
  const childrenOf = (n: number) => model.cards().filter(({ parent }) => parent === n)

  /** Sets the model's clock as the engine will: to the time of the last event, or later. */
  function look(isStart = false): void {
    const wasAway = isStart || present() - lastLook > 30_000
    lastLook = present()
    const before = new Map(model.cards().map((card) => [card.n, card.held]))
    model.look(lastLook, wasAway)
    for (const { n, held, late } of model.cards()) {
      const was = before.get(n)
      if (!was || held) continue
      tally(late ? "expired" : "offer expired")
    }
  }

  /** A task that an answer shows is stuck for the reasons that the model gives. */
  function expectStuck(task: Shown | null | undefined, told: string): void {
    const card = task ? model.find(Number(task.id.slice(2))) : undefined
    if (!task || !card) return
    expect(task.stuck, `why ${task.id} is stuck, after ${told}`).toEqual(model.stuck(card))
    expect(task.silentAt, `when ${task.id} is silent, after ${told}`).toBe(model.silentAt(card))
    for (const reason of task.stuck ?? []) tally(`${reason} in the answer to a write`)
  }

  async function passTime(): Promise<string> {
    const placed = model.cards().filter(({ status, held }) => status === "doing" && !held)
    const people = placed.map(({ n, assignee }) => [n, assignee?.toLowerCase()])
    const kind = random.below(20)
    let told = "a moment passes"
    if (kind === 0) {
      await service.restart(random.below(40 * minute))
      look(true)
      told = "a restart"
    } else if (kind === 1) {
      service.sleep(random.below(60 * minute))
      told = "a sleep"
    } else if (kind === 2) {
      service.sleep(-random.below(2 * minute))
      told = "the clock is set back"
    } else if (kind < 6) {
      const turns = random.below(100)
      for (let i = 0; i < turns; i++) {
        service.sleep(20_000)
        look()
        await service.engine.tick()
      }
      told = `${turns} ticks of 20 s`
    } else if (kind === 6 && random.chance(0.15)) {
      service.sleep(20 * 60 * minute)
      told = "most of a day passes"
    } else service.sleep(random.below(20_000))
    if (random.chance(0.5)) {
      look()
      await service.engine.tick()
    }
    const since = placed.map(({ n }) => [n, service.board.tasks.get(n)?.assignee?.toLowerCase()])
    expect(since, "what a person placed in doing is not taken by the clock").toEqual(people)
    for (const { n } of placed) expect(service.board.tasks.get(n)?.status).toBe("doing")
    return told
  }

  /** A random caller: by name and session, by a present or an old token, by both, or by none of these. */
  function caller(n: number): Caller {
    const issued = tokens.get(n) ?? []
    const good = model.find(n)?.token
    const lease = model.find(n)?.held ?? model.find(n)?.late
    const stranger = spelled(random.pick(agents))
    const kind = random.below(10)
    if (kind < 3 && good && lease) return { actor: maybe(spelled(lease.agent)) ?? null, token: good }
    if (kind < 5 && issued.length > 0) return { actor: maybe(stranger) ?? null, token: random.pick(issued) }
    if (kind < 8 && lease) return { actor: spelled(lease.agent), session: lease.session ?? maybe("s1") }
    return { actor: stranger, session: maybe(random.pick(sessions)) }
  }

  /** Runs a command, with the actor in the field or in the header. */
  function asked({ actor, session, token }: Caller, field?: string): [input: object, asker: Asker] {
    const proof = {
      ...(session !== undefined && { session }),
      ...(token !== undefined && { leaseToken: token }),
    }
    if (actor === null) return [proof, {}]
    return field === undefined ? [proof, { actor }] : [{ ...proof, [field]: actor }, {}]
  }

  /** Runs a command and compares its result with the model's. */
  async function attempt(name: string, input: object, asker: Asker, expected: () => string): Promise<string> {
    if (gathered) {
      gathered.push({
        ...{ name, input: input as Record<string, unknown>, asker },
        check(outcome, answer) {
          const verdict = expected()
          const told = `${name} ${JSON.stringify(input)} ${JSON.stringify(asker)}`
          expect(outcome, told).toBe(verdict)
          expectStuck((answer as Claimed | undefined)?.task, told)
          granted(answer)
          return verdict
        },
      })
      return ""
    }
    const isStill = present() === lastLook
    look()
    const verdict = expected()
    const isWatched = isStill && verdict !== "ok" && (verdict === "lease_lost" || random.chance(0.2))
    // Not what is derived: what is ready follows from the clock too, and one of two servers may look at it later.
    const before = isWatched ? JSON.stringify(takeSnapshot(service.board)) : ""
    const { token } = input as { leaseToken?: string; token?: string }
    let answer: unknown
    const outcome = await service
      .run(name, input as Record<string, unknown>, asker)
      .then((value: unknown) => ((answer = value), "ok"), codeOf)
    const told = `${name} ${JSON.stringify(input)} ${JSON.stringify(asker)} ${token ?? ""}`
    expect(outcome, told).toBe(verdict)
    if (isWatched)
      expect(JSON.stringify(takeSnapshot(service.board)) === before, `${told} changed something`).toBe(true)
    tally(verdict)
    if (verdict === "lease_lost") tally("stale token refused")
    expectStuck((answer as Claimed | undefined)?.task, told)
    granted(answer)
    return `${told}: ${verdict}`
  }

  /** Only a claim gives a token, and from then on no earlier token of the task is valid. */
  function granted(answer: unknown): void {
    const { task, lease, handoff } = (answer ?? {}) as {
      task?: { id: string; assignee: string } | null
      lease?: { token?: string }
      handoff?: Handoff | null
    }
    const card = task ? model.find(Number(task.id.slice(2))) : undefined
    if (!card || lease?.token === undefined) return
    const issued = tokens.get(card.n) ?? []
    expect(issued).not.toContain(lease.token)
    tokens.set(card.n, [...issued, lease.token])
    card.token = lease.token
    expectHandoff(card.n, task?.assignee ?? null, handoff)
  }

  function expectHandoff(n: number, claimer: string | null, handoff: Handoff | null | undefined): void {
    const expected = model.handoff(n, claimer)
    expect(handoff && plain(handoff), `the hand-over of T-${n} to ${claimer ?? "nobody"}`).toEqual(expected)
    if (expected) tally("handed over")
  }

  function wish(): Wish {
    return {
      agent: spelled(random.pick(agents)),
      session: maybe(random.pick(sessions)),
      project: maybe("docs", 0.1),
      tags: maybe(["x"], 0.1),
    }
  }

  const lengths: [text: string | undefined, ms: number | null | undefined][] = [
    [undefined, undefined],
    ["10s", 10_000],
    ["7m", 7 * minute],
    ["off", null],
  ]

  const moves: Record<string, () => Promise<string>> = {
    create() {
      const n = count + 1
      const status = random.pick(["todo", "todo", "todo", "todo", "doing", "blocked"])
      const assignee = status === "doing" ? random.pick(agents) : (maybe(random.pick(agents), 0.3) ?? null)
      const blockers = model.cards().length > 0 && random.chance(0.3) ? [random.pick(model.cards()).n] : []
      const parent = model.cards().length > 0 && random.chance(0.15) ? random.pick(model.cards()).n : null
      const fields: Partial<Card> = {
        ...{
          status,
          assignee,
          blockedBy: blockers,
          parent,
          reviewer: maybe(random.pick(["rea", "ann"]), 0.4) ?? null,
        },
        ...{ priority: random.below(4), project: random.pick(["default", "default", "docs"]) },
        ...{ tags: random.chance(0.3) ? ["x"] : [], eta: random.pick([0, 0, 60 * minute]) },
        criteria: random.chance(0.4) ? ["Tests pass", "Docs"] : [],
        isStrict: random.chance(0.7),
        notBefore: random.chance(0.1) ? service.now() + random.below(2 * minute) : 0,
        dueAt: random.chance(0.2) ? service.now() + random.below(180 * minute) - 60 * minute : null,
      }
      const input = {
        ...{
          title: `task ${n}`,
          status,
          assignee,
          reviewer: fields.reviewer,
          project: fields.project,
          tags: fields.tags,
        },
        ...{
          priority: priorities[fields.priority ?? 2],
          blockedBy: blockers.map(id),
          parent: parent === null ? null : id(parent),
          eta: fields.eta ? "1h" : null,
        },
        done_criteria: fields.criteria,
        metadata: fields.isStrict ? { criteria_required: true } : {},
        notBefore: fields.notBefore ? new Date(fields.notBefore).toISOString() : null,
        dueAt: fields.dueAt == null ? null : new Date(fields.dueAt).toISOString(),
      }
      return attempt("task.create", input, {}, () => {
        const verdict = model.create(fields)
        if (verdict === "ok") count++
        return verdict
      })
    },
    async claimNext() {
      const [lease, ms] = random.pick(lengths)
      const [who, takeOver] = [wish(), random.chance(0.1)]
      const input = { ...who, takeOver, lease }
      /** Compares an answer with the model's, and makes its claim in the model. */
      const check = (answer: Claimed): string => {
        const doubt = model.claimedBefore(model.toClaim(who, takeOver), takeOver)
        expect(answer.claimedBefore, `claimed before by ${JSON.stringify(who)}`).toBe(doubt)
        if (doubt !== undefined) tally("claimed before")
        const expected = model.claimNext(who, takeOver, ms)
        expect(answer.task?.id ?? null, `claim by ${JSON.stringify(who)}`).toBe(
          expected ? id(expected.n) : null,
        )
        const told = model.told(who, expected)
        expect(answer.held?.task ?? null, `told to ${JSON.stringify(who)}`).toBe(told ? id(told.n) : null)
        if (told) tally("told what is held")
        if (told) expect(answer.held?.silent).toBe(model.isSilent(told))
        if (told && model.isSilent(told)) tally("told of a silent session")
        expectStuck(answer.task, "a claim of the next")
        granted(answer)
        return `claimNext ${JSON.stringify(who)}: ${answer.task?.id}`
      }
      if (gathered) {
        gathered.push({
          ...{ name: "task.claimNext", input, asker: {} },
          check(outcome, answer) {
            expect(outcome).toBe("ok")
            check(answer as Claimed)
            return outcome
          },
        })
        return ""
      }
      look()
      return check((await service.run("task.claimNext", input)) as Claimed)
    },
    claim() {
      const n = anyTask()
      const [lease, ms] = random.pick(lengths)
      const [{ agent, session }, takeOver] = [wish(), random.chance(0.2)]
      const input = { id: id(n), agent, session, takeOver, lease }
      return attempt("task.claim", input, {}, () => model.claim(n, { agent, session }, takeOver, ms))
    },
    heartbeat: () => verb("task.heartbeat", "agent", {}, (n, who) => model.heartbeat(n, who)),
    comment() {
      const content = `hm ${++remarks}`
      return verb("task.comment", "author", { content }, (n, who) => model.comment(n, who, content))
    },
    check() {
      const [criterion, checked] = [random.pick(["tests PASS", "docs", "none"]), random.chance(0.8)]
      return verb("task.check", "agent", { criterion, checked }, (n, who) =>
        model.check(n, who, criterion, checked),
      )
    },
    release() {
      const failed = random.chance(0.5)
      const reason = maybe(`why ${++remarks}`) ?? null
      return verb("task.release", "agent", { failed, reason }, (n, who) =>
        model.release(n, who, failed, reason),
      )
    },
    retry() {
      const resting = model.cards().filter((card) => card.restsUntil > 0)
      const n = resting.length > 0 && random.chance(0.7) ? random.pick(resting).n : anyTask()
      return attempt("task.retry", { id: id(n) }, {}, () => model.retry(n))
    },
    complete() {
      const names = random.pick([
        [],
        [],
        [],
        ["docs"],
        ["docs", "tests PASS"],
        ["docs", "tests PASS"],
        ["none"],
      ])
      const criteria = names.map((criterion) => ({ criterion }))
      return verb("task.complete", "agent", { criteria }, (n, who) => {
        const isLate = model.find(n)?.late != null
        const verdict = model.complete(n, who, names)
        if (isLate && verdict === "ok") tally("late finish")
        return verdict
      })
    },
    sayAgain() {
      const cards = model.cards().filter(({ said }) => said?.agent != null)
      if (cards.length === 0) return Promise.resolve("nobody said anything yet")
      const card = random.pick(cards)
      const { how, agent } = card.said ?? { how: "", agent: "" }
      const isDone = how === "completed"
      const name = isDone ? "task.complete" : "task.release"
      tally("said twice")
      const who = { actor: agent }
      return attempt(name, { id: id(card.n), agent: spelled(agent ?? "") }, {}, () =>
        isDone ? model.complete(card.n, who, []) : model.release(card.n, who, false, null),
      )
    },
    everyToken() {
      const n = anyTask()
      return (tokens.get(n) ?? []).slice(-4).reduce<Promise<string>>(async (before, leaseToken) => {
        await before
        return attempt("task.heartbeat", { id: id(n), leaseToken }, {}, () =>
          model.heartbeat(n, { actor: null, token: leaseToken }),
        )
      }, Promise.resolve("no token was given yet"))
    },
    review() {
      const reviewable = model.cards().filter(({ status }) => status === "review")
      const n = aimed ?? (reviewable.length > 0 && random.chance(0.8) ? random.pick(reviewable).n : anyTask())
      const self = maybe(model.find(n)?.doneBy, 0.4)
      const [reviewer, isGood] = [self ?? random.pick(["rea", "ANN", "bob"]), random.chance(0.4)]
      const decision = isGood ? "approve" : "request_changes"
      const comment = maybe(`look at ${++remarks}`)
      return attempt("task.review", { id: id(n), reviewer, decision, comment }, {}, () =>
        model.review(n, reviewer, isGood, comment ?? null),
      )
    },
    patch() {
      const n = anyTask()
      const who = random.chance(0.5) ? { actor: random.chance(0.5) ? "pat" : null } : caller(n)
      const assignee = random.chance(0.3) ? random.pick([...agents, null]) : undefined
      const others = model.cards().map((card) => card.n)
      // Often what the task waits for, since that would close a circle.
      const aheadOf = (of: number) => {
        const waited = [...(model.find(of)?.blockedBy ?? []), ...childrenOf(of).map((card) => card.n)]
        return Array.from({ length: 10 }, () => waited).flat()
      }
      const sent = {
        ...(random.chance(0.6) && {
          status: random.pick(["todo", "doing", "blocked", "review", "done", "cancelled"]),
        }),
        ...(assignee !== undefined && { assignee }),
        ...(random.chance(0.2) && { priority: random.below(4) }),
        ...(random.chance(0.1) && { tags: random.pick([[], ["x"]]) }),
        ...(random.chance(0.2) && {
          blockedBy: random.chance(0.5) || others.length === 0 ? [] : [random.pick([...others, 99_999])],
        }),
        ...(random.chance(0.1) && { parent: random.pick([null, ...others, 99_999, ...aheadOf(n)]) }),
      }
      const [proof, asker] = asked(who)
      const input = {
        ...{ id: id(n), ...proof, ...sent },
        ...(sent.priority !== undefined && { priority: priorities[sent.priority] }),
        ...(sent.blockedBy && { blockedBy: sent.blockedBy.map(id) }),
        ...(sent.parent != null && { parent: id(sent.parent) }),
      }
      return attempt("task.edit", input, asker, () => model.patch(n, who, sent))
    },
    remove() {
      const n = model.cards().length > 30 ? random.pick(model.cards()).n : anyTask()
      return attempt("task.delete", { id: id(n) }, {}, () => model.remove(n))
    },
  }

  function verb(name: string, field: string, input: object, expected: (n: number, who: Caller) => string) {
    const busy = model.cards().filter((card) => card.held ?? card.late)
    const n = aimed ?? (busy.length > 0 && random.chance(0.7) ? random.pick(busy).n : anyTask())
    const who = caller(n)
    const [proof, asker] = asked(who, field)
    return attempt(name, { id: id(n), ...input, ...proof }, asker, () => expected(n, who))
  }

  const weights: [string, number][] = [
    ["create", 5],
    ["claimNext", 8],
    ["claim", 6],
    ["heartbeat", 4],
    ["comment", 4],
    ["check", 2],
    ["release", 4],
    ["retry", 3],
    ["complete", 9],
    ["sayAgain", 2],
    ["everyToken", 2],
    ["review", 6],
    ["patch", 8],
    ["remove", 1],
  ]
  const bag = weights.flatMap(([name, weight]) => Array<string>(weight).fill(name))

  /** Those that make one call. */
  const racing = bag.filter((name) => !["sayAgain", "everyToken"].includes(name))

  return {
    verdicts,

    /** Two commands at the same moment, one at each server, often for one task. */
    async race(servers: TwoAsOne): Promise<string> {
      const time = random.chance(0.4) ? await passTime() : "at once"
      look()
      const calls: Racer[] = (gathered = [])
      await moves[random.pick(racing)]?.()
      const target = calls[0]?.input["id"]
      if (typeof target === "string" && random.chance(0.7)) aimed = Number(target.slice(2))
      await moves[random.pick(racing)]?.()
      aimed = gathered = undefined
      const [one, other] = calls
      if (!one || !other) throw new Error("two calls were gathered")
      const ends = await servers.race([one, other])
      const isSame = target !== undefined && target === other.input["id"]
      return ends.reduce((told, { call, ended }) => {
        const isDone = ended.status === "fulfilled"
        const verdict = call.check(isDone ? "ok" : codeOf(ended.reason), isDone ? ended.value : undefined)
        if (isSame) tally(`${verdict} in a race for one task`)
        return `${told}; ${call.name} ${JSON.stringify(call.input)}: ${verdict}`
      }, `${time}, a race`)
    },

    async step(): Promise<string> {
      const time = random.chance(0.4) ? await passTime() : "at once"
      const name = count === 0 ? "create" : model.cards().length > 40 ? "remove" : random.pick(bag)
      return `${time}; ${(await moves[name]?.()) ?? ""}`
    },

    /** Compares every task, and the next task of every agent, with the model. */
    async compare(): Promise<void> {
      look()
      const tasks: Record<string, unknown>[] = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: { tasks: Record<string, unknown>[]; next: string | null } = await service.run(
          "task.list",
          {
            ...{ limit: "500", compact: "1", ...(cursor !== "" && { cursor }) },
          },
        )
        tasks.push(...page.tasks)
        cursor = page.next
      }
      const seen = tasks.map((task) => {
        const { id, status, assignee, attempts, ready, stuck, silentAt, lease, criteriaMet, children } = task
        const holding = lease as { holder: string; expiresAt: string | null } | null
        const until = holding && (holding.expiresAt === null ? null : Date.parse(holding.expiresAt))
        const by = lower(holding?.holder)
        const counts = [criteriaMet, JSON.stringify(children), JSON.stringify(stuck), silentAt]
        return [id, status, lower(assignee), attempts, ready, by, until, ...counts].join(" ")
      })
      const expected = model.cards().map((card) => {
        const { held } = card
        const whose = lower(card.assignee ?? "unassigned")
        const parts = childrenOf(card.n).filter(({ status }) => status !== "cancelled")
        const done = parts.filter(({ status }) => status === "done").length
        return [
          id(card.n),
          card.status,
          whose,
          card.attempts,
          model.isReady(card),
          lower(held?.agent),
          held?.until,
          new Set(card.met).size,
          JSON.stringify(parts.length === 0 ? null : { total: parts.length, done }),
          JSON.stringify(model.stuck(card)),
          model.silentAt(card),
        ].join(" ")
      })
      expect(seen).toEqual(expected)
      for (const agent of agents) {
        for (const session of random.pick([[undefined], sessions])) {
          const who = { agent: spelled(agent), ...(session !== undefined && { session }) }
          const { task, held } = await service.run("task.next", who)
          const best = model.next(who)
          const told = model.told(who, best)
          expect(task?.id ?? null, `next for ${JSON.stringify(who)}`).toBe(best ? id(best.n) : null)
          expect(held?.task ?? null, `told to ${JSON.stringify(who)}`).toBe(told ? id(told.n) : null)
        }
      }
      for (const { n } of model.cards()) {
        if (!random.chance(0.1)) continue
        const actor = random.pick([...agents, "rea", null])
        const asker = actor === null ? {} : { actor: spelled(actor) }
        const { handoff } = await service.run("task.read", { id: id(n), handoff: "1" }, asker)
        expectHandoff(n, actor, handoff)
      }
      for (const { n, epoch } of service.board.tasks.values()) {
        expect(epoch, `the epoch of T-${n}`).toBeGreaterThanOrEqual(epochs.get(n) ?? 0)
        epochs.set(n, epoch)
      }
    },
  }
}

interface Racer extends RacingCall {
  /** Compares how it ended with the model, which decides it now. Returns the model's verdict. */
  check(outcome: string, answer: unknown): string
}

interface Shown {
  readonly id: string
  readonly assignee: string
  readonly stuck?: readonly string[]
  readonly silentAt?: string
}

interface Claimed {
  readonly task: Shown | null
  readonly held?: { readonly task: string; readonly silent: boolean }
  readonly claimedBefore?: string
  readonly lease?: { readonly token?: string }
  readonly handoff?: Handoff | null
}

const codeOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as Error).stack ?? "no error"

/** As the model says it: names in small letters, times in ms, comments as texts. */
function plain({ attempts, lastAttempt, review, comments, omitted }: Handoff): object {
  return {
    attempts,
    lastAttempt: lastAttempt && [
      lower(lastAttempt.agent),
      lastAttempt.ended,
      lastAttempt.reason,
      Date.parse(lastAttempt.at),
    ],
    review: review && [lower(review.reviewer), review.comment, Date.parse(review.at)],
    comments: comments.map(({ content }) => content),
    omitted,
  }
}

function lower(name: unknown): string {
  return typeof name === "string" ? name.toLowerCase() : ""
}
