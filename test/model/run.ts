import { expect } from "vitest"
import type { Board } from "../../src/domain/board/board.ts"
import { isOutdated } from "../../src/domain/board/tasks/is-closed.ts"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import type { Handoff } from "../../src/domain/wire/tasks/handoff-schema.ts"
import type { Random } from "../support/random.ts"
import type { Asker, Service } from "../support/service.ts"
import { minute } from "./cards.ts"
import { createModel } from "./model.ts"
import type { RacingCall } from "./two-servers.ts"

export interface Racer extends RacingCall {
  /** Compares how it ended with the model, which decides it now. Returns the model's verdict. */
  check(outcome: string, answer: unknown): string
}

interface Shown {
  readonly id: string
  readonly assignee: string
  readonly stuck?: readonly string[]
  readonly stuckDetail?: string
  readonly silentAt?: string
}

export interface Claimed {
  readonly task: Shown | null
  readonly held?: { readonly task: string; readonly silent: boolean }
  readonly claimedBefore?: string
  readonly paused?: { readonly until: string | null }
  readonly lease?: { readonly token?: string }
  readonly handoff?: Handoff | null
}

export type Run = ReturnType<typeof createRun>

/** A service and the plain model beside it: each command goes to both, and they must end alike. */
export function createRun(service: Service, random: Random) {
  const model = createModel((n) => {
    const task = service.board.tasks.get(n)
    return task !== undefined && isOutdated(task)
  })
  const verdicts = new Map<string, number>()
  const tokens = new Map<number, string[]>()
  /** The engine's time: it does not run back when the clock is set back. */
  const present = () => Math.max(service.now(), service.board.counters.at)
  const run = {
    ...{ service, random, model, verdicts, tokens, tally, look, attempt, granted, passTime },
    ...{ expectStuck, expectHandoff },
    lastLook: present(),
    /** How many tasks were made. */
    count: 0,
    /** Calls that are to race are gathered here instead of being made. */
    gathered: undefined as Racer[] | undefined,
    /** The task that the next call is about, where it is about one. */
    aimed: undefined as number | undefined,
  }

  function tally(what: string): void {
    verdicts.set(what, (verdicts.get(what) ?? 0) + 1)
  }

  /** Sets the model's clock as the engine will: to the time of the last event, or later. */
  function look(isStart = false): void {
    const wasAway = isStart || present() - run.lastLook > 30_000
    run.lastLook = present()
    const before = new Map(model.cards().map((card) => [card.n, card.held]))
    model.look(run.lastLook, wasAway)
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
    expect(task.stuck, `why ${task.id} is stuck, after ${told}`).toEqual(model.stuck(card, task.stuckDetail))
    expect(task.silentAt, `when ${task.id} is silent, after ${told}`).toBe(model.silentAt(card))
    for (const reason of task.stuck ?? []) tally(`${reason} in the answer to a write`)
  }

  /** A refused undo names the task and the field that stand in the way. */
  function expectNamed(refusal: unknown, told: string): void {
    const { facts } = refusal as { facts: { task?: string; field?: string } }
    expect(facts, told).toEqual({ task: id(model.inTheWay()), field: expect.any(String) as string })
  }

  /** What is refused because a resource is taken names it, and who is at work there. */
  function expectTaken(refusal: unknown, told: string): void {
    const { facts } = refusal as { facts: object }
    const { name = "", by = [], closed = null } = model.refused() ?? {}
    expect(facts, told).toMatchObject({
      resource: name,
      holders: by.map((n) => ({ task: id(n) })),
      ...(closed && { closedUntil: closed.until === null ? null : new Date(closed.until).toISOString() }),
    })
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
    } else if (kind === 1 && service.now() >= service.board.counters.at) {
      // By a clock that is behind, nobody can tell how long the servers were away.
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
  /** Runs a command and compares its result with the model's. */
  async function attempt(name: string, input: object, asker: Asker, expected: () => string): Promise<string> {
    if (run.gathered) {
      run.gathered.push({
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
    const isStill = present() === run.lastLook
    look()
    const verdict = expected()
    const isWatched = isStill && verdict !== "ok" && (verdict === "lease_lost" || random.chance(0.2))
    // Not what is derived: what is ready follows from the clock too, and one of two servers may look at it later.
    const before = isWatched ? recordsOf(service.board) : ""
    const { token } = input as { leaseToken?: string; token?: string }
    let answer: unknown
    let refusal: unknown
    const { seq } = service.engine
    const outcome = await service.run(name, input as Record<string, unknown>, asker).then(
      (value: unknown) => ((answer = value), "ok"),
      (error: unknown) => ((refusal = error), codeOf(error)),
    )
    const told = `${name} ${JSON.stringify(input)} ${JSON.stringify(asker)} ${token ?? ""}`
    expect(outcome, told).toBe(verdict)
    if (outcome === "undo_blocked") expectNamed(refusal, told)
    if (outcome === "resource_taken") expectTaken(refusal, told)
    expect(service.engine.seq, "the log only grows").toBeGreaterThanOrEqual(seq)
    if (isWatched) expect(recordsOf(service.board) === before, `${told} changed something`).toBe(true)
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
  return run
}

export const id = (n: number) => `T-${n}`

export const codeOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as Error).stack ?? "no error"

/** All records as text. Their order may change: what was deleted and taken back stands last in its table. */
function recordsOf(board: Board): string {
  const { counters, tables } = takeSnapshot(board)
  return JSON.stringify([
    counters,
    Object.values(tables).map((rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()),
  ])
}

/** As the model says it: names in small letters, times in ms, comments as texts. */
function plain({
  attempts,
  expiries,
  lastAttempt,
  review,
  comments,
  omitted,
  unlanded = [],
}: Handoff): object {
  return {
    attempts,
    expiries,
    lastAttempt: lastAttempt && [
      lower(lastAttempt.agent),
      lastAttempt.ended,
      lastAttempt.reason,
      Date.parse(lastAttempt.at),
    ],
    review: review && [lower(review.reviewer), review.comment, Date.parse(review.at)],
    comments: comments.map(({ content }) => content),
    omitted,
    unlanded: unlanded.map((each) => Number(each.slice(2))),
  }
}

export function lower(name: unknown): string {
  return typeof name === "string" ? name.toLowerCase() : ""
}
