import { nobodySeen } from "../../src/domain/board/agents/presence.ts"
import { expect, test } from "vitest"
import { createBoard, type Board } from "../../src/domain/board/board.ts"
import { readCommands } from "../../src/domain/board/upcast.ts"
import { evolve } from "../../src/domain/evolve/evolve.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { lastSeq } from "../../src/storage/journal/line.ts"
import type { Log } from "../../src/storage/log.ts"
import { createMemoryLog, createMemoryStore } from "../support/memory-log.ts"
import { createSharedMemory } from "../support/shared-memory.ts"
import { openSource } from "../../src/storage/source.ts"
import type { Timeline } from "../../src/past/timeline.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { createRandom, type Random } from "../support/random.ts"
import { stepOf } from "../support/random-steps.ts"
import { operationNamed, startService, testPolicy, type Service } from "../support/service.ts"

type Question = readonly [name: string, input: Record<string, unknown>]

/** What the dashboard shows of a board. */
const questions: readonly Question[] = [
  ["task.list", { limit: 500 }],
  ["task.list", { status: "todo", ready: true, sort: "priority" }],
  ["task.list", { stuck: true }],
  ["task.list", { overdue: true }],
  ["now.read", { agent: "Ann" }],
  ["stats.read", { days: 3 }],
  ["agent.list", {}],
  ["inbox.list", { name: "Rea" }],
]

/** So many snapshots, so near each other, that moments of a short log need them all. */
const many = { most: 8, gap: 20, far: 60 }

/** Steps that somebody might take, with the answers that were given after some of them, by seq. */
async function liveThrough(service: Service, random: Random, steps: number): Promise<Map<number, unknown>> {
  const seen = new Map<number, unknown>()
  for (let i = 0; i < 4; i++)
    await service.run(
      "task.create",
      {
        title: `task ${i}`,
        reviewer: "Rea",
        ...(i === 3 && { dueAt: new Date(service.now() + 90_000).toISOString() }),
      },
      { actor: "pat" },
    )
  for (let i = 0; i < steps; i++) {
    const calls = Array.from({ length: 1 + random.below(3) }, () =>
      stepOf(random, `T-${1 + random.below(5)}`),
    )
    await Promise.allSettled(calls.map((step) => service.run(...step)))
    if (random.chance(0.2)) await service.pass(random.pick([1000, 60_000]))
    // Nothing has happened since the last commit, so the present is the moment of that commit.
    else if (service.board.counters.at === service.now()) seen.set(service.engine.seq, await answers(service))
    if (random.chance(0.01)) await service.restart(random.pick([0, 3_600_000]))
  }
  return seen
}

async function answers(service: Service, at?: number): Promise<unknown> {
  const more = at === undefined ? {} : { at }
  const given: unknown[] = []
  for (const [name, input] of questions)
    given.push(withoutPresence(await service.run(name, { ...input, ...more })))
  return given
}

/** The same answers from a board that the test folds by itself, event by event. */
async function fold(log: Log, seq: number): Promise<unknown> {
  const board = createBoard()
  for await (const commit of log.read(0)) {
    let next = commit.seq
    for (const { at, actor, events } of commit.commands)
      for (const event of events) {
        if (next <= seq) evolve(board, event, { seq: next, at, actor })
        next += 1
      }
  }
  board.advance(board.counters.at)
  return questions.map(([name, input]) => withoutPresence(readFrom(board, name, input)))
}

function readFrom(board: Board, name: string, input: Record<string, unknown>): unknown {
  const operation = operationNamed(name)
  if (operation.kind !== "query") throw new Error(`${name} is no query`)
  const { now } = board
  const nothing = { of: () => undefined }
  const noMatch = { title: [], excerpt: null }
  const search = { tasks: () => [], reflections: () => [], related: () => [], matcher: () => () => noMatch }
  const noTokens = { newToken: () => ({ token: "", hash: "" }), lastUse: () => undefined }
  const context = {
    now,
    actor: "anonymous",
    policy: testPolicy,
    presence: nobodySeen,
    search,
    token: () => "",
    ...noTokens,
  }
  const outputs = { keptSince: now, of: () => [] }
  const places = nothing
  return operation.read(board, operation.input.parse(input), { ...context, outputs, places })
}

/** Who was there is not in the log. */
function withoutPresence(answer: unknown): unknown {
  const json = JSON.parse(JSON.stringify(answer)) as { agents?: Record<string, unknown>[] }
  for (const agent of json.agents ?? [])
    for (const key of ["live", "lastSeenAt", "host", "session"]) Reflect.deleteProperty(agent, key)
  return json
}

const someOf = <T>(random: Random, items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => random.pick(items))

async function expectMoments(
  service: Service,
  random: Random,
  seen: ReadonlyMap<number, unknown>,
): Promise<void> {
  const last = service.engine.seq
  for (const seq of someOf(random, [...seen.keys()], 10))
    expect(await answers(service, seq), `at ${seq}`).toEqual(seen.get(seq))
  // Moments inside of a commit are among these.
  for (const seq of [
    1,
    last,
    ...someOf(
      random,
      Array.from({ length: last }, (_, i) => i + 1),
      10,
    ),
  ])
    expect(await answers(service, seq), `at ${seq} of ${last}`).toEqual(await fold(service.log, seq))
}

const storages: readonly [name: string, open: () => Promise<Parameters<typeof startService>[0]>][] = [
  [
    "in memory",
    () => {
      const store = createMemoryStore()
      return Promise.resolve({ openLog: () => createMemoryLog({ store, checkpointAfter: 4096 }) })
    },
  ],
  [
    "shared in memory",
    () => {
      const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
      const shared = createSharedMemory(() => time.wall)
      return Promise.resolve({ time, openLog: () => shared.open() })
    },
  ],
  [
    "in a journal of many segments, with a checkpoint now and then",
    async () => {
      const directory = await temporaryDirectory()
      const sizes = { segmentSize: 20_000, checkpointAfter: 30_000 }
      const openLog = () => openJournal({ directory, readCommands, warn: () => undefined, ...sizes })
      const reader = await openSource({ kind: "journal", directory }, readCommands)
      return { openLog, reader: () => reader }
    },
  ],
]

test.each(storages)(
  "at any moment of a log %s, the board is the fold of the log up to there",
  async (_, open) => {
    const random = createRandom(41)
    const timelines: Timeline[] = []
    const past = { ...many, onTimeline: (timeline: Timeline) => timelines.push(timeline) }
    const service = await startService({ ...(await open()), past })
    const seen = await liveThrough(service, random, 250)
    expect(service.engine.seq).toBeGreaterThan(200)
    expect(seen.size).toBeGreaterThan(40)

    await expectMoments(service, random, seen)
    expect(timelines.at(-1)?.kept.size).toBeGreaterThan(4)
    expect(timelines.at(-1)?.kept.size).toBeLessThanOrEqual(8)
    await service.restart()
    await expectMoments(service, random, seen)
  },
)

test("the history of a task ends at the moment", async () => {
  const service = await startService({ past: many })
  const seen = await liveThrough(service, createRandom(7), 60)
  const history = async (at?: number) =>
    (await service.run("task.history", { id: "T-1", limit: 500, ...(at !== undefined && { at }) })) as {
      history: { seq: number }[]
    }
  const { history: whole } = await history()
  expect(whole.length).toBeGreaterThan(8)
  for (const at of [...seen.keys()].slice(0, 20)) {
    const { history: then } = await history(at)
    expect(then).toEqual(whole.filter(({ seq }) => seq <= at))
  }
})

test("a search finds the words that there were", async () => {
  const service = await startService({ past: many })
  await service.run("task.create", { title: "paint the fence" })
  const before = service.engine.seq
  await service.run("task.edit", { id: "T-1", title: "build the wall" })
  const found = async (q: string, at?: number) =>
    ((await service.run("task.list", { q, ...(at && { at }) })) as { total: number }).total
  expect([await found("fence"), await found("fence", before)]).toEqual([0, 1])
  expect([await found("wall"), await found("wall", before)]).toEqual([1, 0])
  expect([await found("wall", before + 1), await found("fence", before)]).toEqual([1, 1])
})

test("every commit of the log ends at a moment that can be asked for", async () => {
  const service = await startService({ past: many })
  await liveThrough(service, createRandom(3), 30)
  for await (const commit of service.log.read(0)) {
    const at = lastSeq(commit)
    const operation = operationNamed("now.read")
    const input = operation.input.parse({ at })
    const result = await service.engine.run({ operation, input, actor: "anonymous" })
    expect(result).toMatchObject({ seq: at, at: commit.commands.at(-1)?.at })
  }
})
