import { expect } from "vitest"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import type { Task } from "../../src/domain/board/records.ts"
import { valueOf } from "../../src/domain/board/tasks/task-fields.ts"
import { stateFields } from "../../src/domain/board/undo/done-commands.ts"
import type { Random } from "../support/random.ts"
import type { Asker, Service } from "../support/service.ts"
import { bookOf, id, numberOf } from "./board.ts"
import type { Wish } from "./book.ts"
import { createLeases, isLive, type Caller } from "./leases.ts"

export const agents = ["ann", "Bob", "eve"]
export const sessions = ["s1", "s2", "terminal:1", "terminal:2"]
/** Some of them are above others. */
export const places = ["src", "src/http", "src/http/app", "src/cli", "gpu", "gpu/0", "claude"]
/** Whoever may be taken off the list. */
const others = ["Mira", "rea", "Zed"]
const people = [...agents, "rea", "pat"]
const minute = 60_000
const lengths: [text: string | undefined, ms: number | null | undefined][] = [
  [undefined, undefined],
  ["10s", 10_000],
  ["7m", 7 * minute],
  ["off", null],
]

const weights: [name: string, weight: number][] = [
  ...Object.entries({
    create: 8,
    claimNext: 8,
    claim: 6,
    heartbeat: 4,
    release: 4,
    complete: 9,
    sayAgain: 2,
    edit: 8,
  }),
  ...Object.entries({
    everyToken: 2,
    review: 6,
    retry: 3,
    remove: 1,
    restore: 1,
    undo: 5,
    redo: 2,
    undoAndRedo: 2,
  }),
  ...Object.entries({
    describe: 2,
    setResource: 2,
    closeResource: 1,
    openResource: 2,
    pause: 1,
    resume: 3,
    takeOff: 1,
  }),
  ...Object.entries({ report: 4, land: 4 }),
]
const bag = weights.flatMap(([name, weight]) => Array<string>(weight).fill(name))

/** What of a board is put back by an undo. */
type States = ReadonlyMap<number, object>

/** A name in one of its spellings, which are all the same agent. */
export const inSomeSpelling = (random: Random, name: string) =>
  random.pick([name, name.toUpperCase(), name.toLowerCase()])

/** The records that a person moved to `doing`, without a lease. */
const isPlaced = ({ status, lease }: Task) => status === "doing" && !isLive(lease)

export type Steps = ReturnType<typeof createSteps>

/** Random commands of every kind, and time that passes. How a claim ends, and who may write, is said by the plain model. */
export function createSteps(service: Service, random: Random) {
  const reached = new Map<string, number>()
  const leases = createLeases(() => service.board)
  let [commits, remarks] = [0, 0]

  /** The engine's time: it does not run back when the clock is set back. */
  const present = () => Math.max(service.now(), service.board.counters.at)
  const book = () => bookOf(service.board, present())
  const tally = (what: string) => void reached.set(what, (reached.get(what) ?? 0) + 1)
  const maybe = <T>(value: T, of = 0.5) => (random.chance(of) ? value : undefined)
  const spelled = (name: string) => inSomeSpelling(random, name)
  const some = (all: readonly string[], often: number) => all.filter(() => random.chance(often))
  const tasks = () => [...service.board.tasks.values()]
  /** Mostly one that is there. */
  const anyTask = () => {
    const all = tasks()
    const isThere = all.length > 0 && random.chance(0.95)
    return isThere ? random.pick(all).n : Math.max(1, service.board.counters.task - random.below(30))
  }
  /** One for which this holds, more often than not. */
  const oneWhere = (is: (task: Task) => boolean, often = 0.75) => {
    const found = tasks().filter(is)
    return found.length > 0 && random.chance(often) ? random.pick(found).n : anyTask()
  }
  const later = (ms: number) => new Date(service.now() + random.below(ms) - minute).toISOString()

  /** Whatever is due has happened once somebody asks. */
  const settle = () => service.run("task.next", { agent: "ann" })

  /**
   * Makes a call.
   * @param expected how it ends, by the rules; undefined: that is not modelled
   */
  async function call(name: string, input: Record<string, unknown>, asker: Asker = {}, expected?: string) {
    const told = `${name} ${JSON.stringify(input)} ${JSON.stringify(asker)}`
    const [isWatched, at, { seq }] = [random.chance(0.2), present(), service.engine]
    const before = isWatched ? recordsOf(service) : ""
    let answer: unknown
    const outcome = await service.run(name, input, asker).then(
      (value: unknown) => ((answer = value), "ok"),
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
    expect(outcome, told).toMatch(/^[a-z_]+$/)
    if (expected !== undefined) expect(outcome, told).toBe(expected)
    expect(service.engine.seq, "the log only grows").toBeGreaterThanOrEqual(seq)
    if (isWatched && outcome !== "ok" && at === present())
      expect(recordsOf(service) === before, `${told} was refused, and changed something`).toBe(true)
    tally(expected === undefined ? `${name} ${outcome}` : outcome)
    if (outcome === "ok" && name.startsWith("task.claim")) checkGrant(answer as Claimed, input, told)
    return { answer, outcome, told: `${told}: ${outcome}` }
  }

  /** Only a claim gives a token, each another one, and a lease as long as was asked for. */
  function checkGrant(
    { task, lease }: Claimed,
    { lease: asked }: Record<string, unknown>,
    told: string,
  ): void {
    if (!task) return
    const { token, expiresAt } = lease ?? {}
    expect(token !== undefined && leases.granted(numberOf(task.id), token), `${told}: a new token`).toBe(true)
    const [, ms] = lengths.find(([text]) => text === asked) ?? []
    const eta = service.board.tasks.get(numberOf(task.id))?.fields.eta == null ? 0 : 2 * 60 * minute
    const length = ms === undefined ? Math.max(30 * minute, eta) : ms
    const until = length === null ? null : new Date(present() + length).toISOString()
    expect(expiresAt, `${told}: until when`).toBe(until)
  }

  /** By name and session, by a good or an old token, by both, or by none of these. */
  function caller(n: number): Caller {
    const lease = service.board.tasks.get(n)?.lease
    const [good, issued] = [leases.good(n), leases.tokens(n)]
    const stranger = spelled(random.pick(agents))
    const kind = random.below(10)
    if (kind < 3 && good !== undefined && lease)
      return { actor: maybe(spelled(lease.agent)) ?? null, token: good }
    if (kind < 5 && issued.length > 0) return { actor: maybe(stranger) ?? null, token: random.pick(issued) }
    if (kind < 8 && lease) return { actor: spelled(lease.agent), session: lease.session ?? maybe("s1") }
    return { actor: stranger, session: maybe(random.pick(sessions)) }
  }

  const proofOf = ({ session, token }: Caller) => ({
    ...(session !== undefined && { session }),
    ...(token !== undefined && { leaseToken: token }),
  })
  const byWhom = (caller: Caller) => ({
    ...proofOf(caller),
    ...(caller.actor !== null && { agent: caller.actor }),
  })

  /** A write by whoever holds a task, or does not. */
  async function write(how: keyof typeof leases.verdict, input: object = {}, who?: Caller, task?: number) {
    await settle()
    const n = task ?? oneWhere(({ lease }) => lease !== null)
    const by = who ?? caller(n)
    const record = service.board.tasks.get(n)
    const expected = record && leases.verdict[how](record, by)
    const agent = by.actor ?? record?.lease?.agent ?? ""
    const { version } = record ?? {}
    const { told, outcome } = await call(`task.${how}`, { id: id(n), ...input, ...byWhom(by) }, {}, expected)
    if (outcome !== "ok") return told
    const after = service.board.tasks.get(n)
    if (how !== "heartbeat" && after?.version !== version)
      leases.ended(n, how === "complete" ? "completed" : "released", agent)
    if (how === "complete" && record?.lease?.state === "expired") tally("late finish")
    if (how === "heartbeat" && record?.lease?.until != null)
      expect(after?.lease?.until, told).toBe(
        Math.max(record.lease.until, present() + (record.lease.length ?? 0)),
      )
    return told
  }

  const wish = (): Wish => ({
    agent: spelled(random.pick(agents)),
    session: maybe(random.pick(sessions)),
    project: maybe("docs", 0.1),
    tags: maybe(["x"], 0.1),
  })

  function fields(often: number) {
    const all = tasks().map(({ n }) => id(n))
    return {
      ...(random.chance(often) && { resources: some(places, 0.2) }),
      ...(random.chance(often) && { skills: some(["opus", "browser"], 0.4) }),
      ...(random.chance(often) && { priority: random.pick(["P0", "P1", "P2", "P3"]) }),
      ...(random.chance(often) && { rank: random.pick([null, "a", "a0", "b", "Z"]) }),
      ...(random.chance(often) && { tags: random.pick([[], ["x"]]) }),
      ...(random.chance(often) && { escalation: some([...agents, ...others], 0.3) }),
      ...(random.chance(often) && { blockedBy: random.chance(0.3) ? [] : blockers(all) }),
      ...(random.chance(often / 2) && { parent: random.pick([null, ...all.slice(-5)]) }),
      ...(random.chance(often / 2) && { notBefore: later(3 * minute) }),
    }
  }
  /** Often what has not landed: what waits for that goes on later than what waits for other tasks. */
  function blockers(all: readonly string[]): string[] {
    const unlanded = tasks().filter(({ work }) => work !== null && work.landed === null)
    return unlanded.length > 0 && random.chance(0.5)
      ? [id(random.pick(unlanded).n)]
      : all.slice(-1 - random.below(3), -1)
  }

  const commands: Record<string, () => Promise<string>> = {
    async create() {
      const status = random.pick(["todo", "todo", "todo", "todo", "doing", "blocked"])
      const input = {
        ...{ title: "work", status, project: random.pick(["default", "default", "docs"]) },
        assignee: status === "doing" ? random.pick(agents) : maybe(random.pick(agents), 0.3),
        reviewer: maybe(random.pick(["rea", "ann"]), 0.4),
        eta: maybe("1h", 0.3),
        ...fields(0.3),
      }
      return (await call("task.create", input, { actor: random.pick(people) })).told
    },
    async claimNext() {
      const [who, takeOver, [lease]] = [wish(), random.chance(0.1), random.pick(lengths)]
      await settle()
      const now = book()
      const best = now.next(who, takeOver ? "any" : "mine")
      const told = best ? undefined : now.next(who, "any")
      const held = best && service.board.tasks.get(best.n)?.lease
      const isDoubtful =
        held?.state === "held" &&
        held.session === null &&
        !takeOver &&
        present() - (held.claimedAt ?? 0) < minute
      const silentFor = present() - ((told && service.board.tasks.get(told.n)?.lease?.heardAt) ?? Infinity)
      const result = await call("task.claimNext", { ...who, takeOver, lease }, {}, "ok")
      const answer = result.answer as Claimed
      expect(answer.task?.id, result.told).toBe(best && id(best.n))
      expect(answer.held?.task, result.told).toBe(told && id(told.n))
      expect(answer.claimedBefore !== undefined, `${result.told}: claimed before`).toBe(isDoubtful)
      if (told) expect(answer.held?.silent, `${result.told}: silent`).toBe(silentFor >= 10 * minute)
      if (isDoubtful) tally("claimed before")
      if (told) tally(answer.held?.silent ? "told of a silent session" : "told what is held")
      return result.told
    },
    async claim() {
      await settle()
      const n = oneWhere(({ status }) => status === "todo")
      const [{ agent, session }, takeOver, [lease]] = [wish(), random.chance(0.2), random.pick(lengths)]
      const now = book()
      const expected = now.find(n) && now.claim(n, { agent, session }, takeOver)
      return (await call("task.claim", { id: id(n), agent, session, takeOver, lease }, {}, expected)).told
    },
    heartbeat: () => write("heartbeat"),
    release() {
      const limit = {
        ...(random.chance(0.3) && { resource: random.pick(places) }),
        until: new Date(present() + 20 * minute).toISOString(),
      }
      return write("release", random.chance(0.3) ? { limit } : { failed: random.chance(0.6) })
    },
    complete: () => write("complete"),
    /** The answer was lost. */
    sayAgain() {
      const n = oneWhere(({ lastEnd, version }) => lastEnd?.version === version, 1)
      const { lastEnd } = service.board.tasks.get(n) ?? {}
      if (!lastEnd) return Promise.resolve("nothing was ended")
      tally("said twice")
      return write(
        lastEnd.how === "completed" ? "complete" : "release",
        {},
        { actor: spelled(lastEnd.agent) },
        n,
      )
    },
    async everyToken() {
      const n = anyTask()
      for (const token of leases.tokens(n).slice(-4)) await write("heartbeat", {}, { actor: null, token }, n)
      return `every token of T-${n}`
    },
    async review() {
      const n = oneWhere(({ status }) => status === "review")
      const reviewer = random.pick([service.board.tasks.get(n)?.doneBy ?? "rea", "rea", "ANN", "bob"])
      const decision = random.chance(0.4) ? "approve" : "request_changes"
      return (await call("task.review", { id: id(n), reviewer, decision, comment: `look ${++remarks}` })).told
    },
    async retry() {
      return (await call("task.retry", { id: id(oneWhere(({ backoffUntil }) => backoffUntil !== null)) }))
        .told
    },
    async edit() {
      const n = anyTask()
      const input = {
        ...{ id: id(n), ...fields(0.15), ...(random.chance(0.5) && proofOf(caller(n))) },
        status: maybe(random.pick(["todo", "doing", "blocked", "review", "done", "cancelled"]), 0.6),
        ...(random.chance(0.3) && { assignee: random.pick([...agents, null]) }),
      }
      return (await call("task.edit", input, { actor: spelled(random.pick(people)) })).told
    },
    async remove() {
      return (await call("task.delete", { id: id(anyTask()) }, { actor: random.pick(people) })).told
    },
    async restore() {
      const trashed = [...service.board.trash.values()]
      const n = trashed.length > 0 ? random.pick(trashed).n : anyTask()
      return (await call("task.restore", { id: id(n) }, { actor: random.pick(people) })).told
    },
    async undo() {
      const input = { last: random.pick([1, 1, 1, 2, 3]), task: maybe(id(anyTask()), 0.3) }
      const { answer, told } = await call("command.undo", input, { actor: spelled(random.pick(people)) })
      const { what = [] } = (answer ?? {}) as { readonly what?: readonly { readonly type: string }[] }
      if (what.some(({ type }) => type === "task.completed")) tally("completion undone")
      return told
    },
    async redo() {
      return (await call("command.redo", {}, { actor: spelled(random.pick(people)) })).told
    },
    /** The board is as before, but for work in progress that was deleted, and for leases. */
    async undoAndRedo() {
      const asker = { actor: random.pick(people) }
      await settle()
      const before = statesOf(tasks())
      const undo = await call("command.undo", { last: random.pick([1, 2]) }, asker)
      if (undo.outcome !== "ok") return undo.told
      const gone = [...before].filter(([n]) => !service.board.tasks.has(n))
      const redo = await call("command.redo", {}, asker)
      if (redo.outcome !== "ok") return `${undo.told}; ${redo.told}`
      tally("undone and done again")
      const [after, lost] = [
        statesOf(tasks()),
        new Set(gone.flatMap(([n, state]) => (isDoing(state) ? [n] : []))),
      ]
      for (const [n, state] of before)
        if (!lost.has(n)) expect(after.get(n), `T-${n} after a redo of its undo`).toEqual(state)
      return `${undo.told}; ${redo.told}`
    },
    async describe() {
      const sent = {
        resources: random.chance(0.5) ? [] : some(places, 0.15),
        skills: some(["opus", "browser"], 0.5),
      }
      return (await call("agent.describe", { name: spelled(random.pick(agents)), ...sent })).told
    },
    async setResource() {
      const capacity = random.pick([undefined, null, 1, 2, 2, 3])
      return (await call("resource.set", { name: random.pick(places), capacity })).told
    },
    async closeResource() {
      const until = random.chance(0.2) ? null : later(15 * minute)
      return (await call("resource.close", { name: random.pick(places), until })).told
    },
    async openResource() {
      return (await call("resource.open", { name: random.pick(places) })).told
    },
    async pause() {
      const time = random.pick(["1m", "10m", "23h", "25h", undefined])
      const name = random.pick([...others, ...others, ...agents])
      return (await call("agent.pause", { name, ...(time !== undefined && { for: time }) }, { actor: "zoe" }))
        .told
    },
    async resume() {
      const paused = [...service.board.agents.values()].filter(({ pause }) => pause)
      const name = paused.length > 0 ? random.pick(paused).name : random.pick(others)
      return (await call("agent.resume", { name }, { actor: "zoe" })).told
    },
    async takeOff() {
      return (await call("agent.delete", { name: random.pick(others) }, { actor: "zoe" })).told
    },
    async report() {
      const n = oneWhere(({ lease }) => lease !== null)
      const [files, base] = [random.chance(0.8) ? 1 : 0, random.chance(0.8) ? "main" : null]
      const size = { files, additions: 2, deletions: 3, tree: commit(0), commit: commit(++commits) }
      const work = { repository: "shop", branch: "upnext/T", base, ...size }
      return (await call("task.reportWork", { id: id(n), ...work, ...byWhom(caller(n)) })).told
    },
    async land() {
      const n = oneWhere(({ status, work }) => status === "done" && work !== null && work.landed === null)
      const { work } = service.board.tasks.get(n) ?? {}
      const result = random.pick(["landed", "landed", "conflict", "checks_failed"])
      const what = { epoch: work?.epoch ?? 1, commit: work?.commit ?? commit(0), base: "main" }
      return (await call("task.land", { id: id(n), agent: "pat", result, ...what })).told
    },
  }

  /** Time passes. What is held is lost at its time and not before, and what a person has placed is not lost at all. */
  async function passTime(): Promise<string> {
    const held = tasks().filter(({ lease }) => isLive(lease))
    const placed = tasks().filter(isPlaced)
    const kind = random.below(20)
    let told = "a moment passes"
    let wasAway = kind === 0
    if (kind === 0) {
      await service.restart(random.below(40 * minute))
      told = "a restart"
    } else if (kind === 1 && service.now() >= service.board.counters.at) {
      // By a clock that is behind, nobody can tell how long the servers were away.
      const away = random.below(60 * minute)
      service.sleep(away)
      wasAway = away > 30_000
      told = "a sleep"
    } else if (kind === 2) {
      service.sleep(-random.below(2 * minute))
      told = "the clock is set back"
    } else if (kind < 6) {
      const turns = random.below(100)
      for (let i = 0; i < turns; i++) {
        service.sleep(20_000)
        await service.engine.tick()
      }
      told = `${turns} ticks of 20 s`
    } else service.sleep(random.below(20_000))
    await (random.chance(0.5) ? service.engine.tick() : settle())
    for (const { n, epoch, lease } of held) {
      const after = service.board.tasks.get(n)
      const isHeld = after !== undefined && isLive(after.lease) && after.epoch === epoch
      const until = after?.lease?.until ?? Infinity
      if (isHeld) expect(until, `T-${n} is held after its time`).toBeGreaterThan(present())
      else expect(lease?.until ?? Infinity, `T-${n} is lost before its time`).toBeLessThanOrEqual(present())
      if (wasAway && kind !== 0)
        expect(isHeld, `T-${n} is lost because nobody was there, after ${told}`).toBe(true)
      if (!isHeld) tally(lease?.state === "offered" ? "offer expired" : "expired")
    }
    for (const { n, assignee } of placed)
      expect(
        service.board.tasks.get(n),
        "what a person placed in doing is not taken by the clock",
      ).toMatchObject({
        ...{ status: "doing", assignee },
      })
    leases.look()
    return told
  }

  return {
    reached,
    tally,
    book,
    settle,
    /** Goes on by one random command. */
    async step(): Promise<string> {
      const time = random.chance(0.4) ? await passTime() : "at once"
      const { size } = service.board.tasks
      const name = size === 0 ? "create" : size > 40 ? "remove" : random.pick(bag)
      const told = await commands[name]?.()
      leases.look()
      return `${time}; ${told ?? ""}`
    },
  }
}

interface Claimed {
  readonly task: { readonly id: string } | null
  readonly held?: { readonly task: string; readonly silent: boolean }
  readonly claimedBefore?: string
  readonly lease?: { readonly token?: string; readonly expiresAt: string | null }
}

// --- internal ---

const commit = (n: number) => n.toString(16).padStart(40, "0")
const isDoing = (state: object) => "status" in state && state.status === "doing"
const statesOf = (tasks: readonly Task[]): States =>
  new Map(
    tasks.map((task) => [
      task.n,
      Object.fromEntries(stateFields.map((field) => [field, valueOf(task, field)])),
    ]),
  )

/** All records as text. Their order may change: what was deleted and taken back stands last in its table. */
function recordsOf({ board }: Service): string {
  const { counters, tables } = takeSnapshot(board)
  return JSON.stringify([
    counters,
    Object.values(tables).map((rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()),
  ])
}
