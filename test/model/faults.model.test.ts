import { expect, test } from "vitest"
import { createBoard, type Board } from "../../src/domain/board/board.ts"
import { loadBoard, takeSnapshot } from "../../src/domain/board/snapshot.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import type { Snapshot } from "../../src/domain/board/snapshot.ts"
import { viewRecord } from "../../src/domain/read-models/task-view.ts"
import type { CallResult } from "../../src/engine/call.ts"
import { absorb } from "../../src/engine/restore.ts"
import type { Commit } from "../../src/storage/log.ts"
import { createGate, type Gate } from "../support/gate.ts"
import { createRandom, type Random } from "../support/random.ts"
import { dump, operationNamed, startService, type Service } from "../support/service.ts"

const agents = ["ann", "Bob", "eve"]
const batches = 200

interface Answered {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly outcome: CallResult
  readonly key: string | undefined
}

test.each([11, 22, 33])(
  "under appends that fail at random nothing that is not durable is ever told, seed %i",
  async (seed) => {
    const random = createRandom(seed)
    const gate = createGate()
    const service = await startService({ openLog: gate.openLog })
    const heard: PublicEvent[] = []
    service.engine.subscribe((events) => heard.push(...events))
    const answered: Answered[] = []
    const tally = { failed: 0, checkpoints: 0 }
    let checkpoint: string | undefined

    for (let batch = 0; batch < batches; batch++) {
      if (random.chance(0.1)) await service.pass(random.below(40) * 60_000)
      else service.sleep(random.below(20_000))
      await runBatch(service, gate, random, answered, tally)

      expect(last(gate), `seed ${random.seed}: the engine's seq is the log's`).toBe(service.engine.seq)
      if (batch % 10 === 0) {
        await service.expectFold()
        expectIndexes(service.board)
      }
      if (random.chance(0.1)) {
        checkpoint = JSON.stringify(takeSnapshot(service.board))
        tally.checkpoints++
      }
      if (random.chance(0.02)) {
        await service.restart(random.below(60 * 60_000))
        service.engine.subscribe((events) => heard.push(...events))
      }
      if (checkpoint !== undefined && batch % 25 === 24) expectCheckpoint(service, gate, checkpoint)
    }

    expect(tally.failed, "how many calls met a failed append").toBeGreaterThan(50)
    expect(tally.checkpoints).toBeGreaterThan(3)
    expect(answered.length).toBeGreaterThan(500)
    expectTold(service, gate, answered)
    await expectHeard(service, heard)
  },
)

test.each([
  ["lost", "storage_failed"],
  ["kept all the same", "kept"],
] as const)(
  "after a failed sync whose batch is %s, reads serve the last durable board, and a restart what is on disk",
  async (_, fault) => {
    const random = createRandom(44)
    const gate = createGate()
    const service = await startService({ openLog: gate.openLog })
    const tally = { failed: 0, checkpoints: 0 }
    for (let batch = 0; batch < 30; batch++) await runBatch(service, gate, random, [], tally)
    gate.break(undefined)
    const { seq } = service.engine
    const before = dump(service.board)
    const read = JSON.stringify(await service.run("task.list", { limit: "500" }))

    gate.break(fault)
    const calls = Array.from({ length: 30 }, () =>
      randomCall(random, service, () => `T-${1 + random.below(40)}`),
    )
    const outcomes = await Promise.allSettled([
      service.run("task.create", { title: "lost" }),
      ...calls.map(([name, input]) => service.run(name, input)),
    ])
    for (const [i, outcome] of outcomes.entries()) {
      const isQuery = i > 0 && operationNamed(calls[i - 1]?.[0] ?? "").kind === "query"
      if (!isQuery) expect(outcome).toMatchObject({ reason: { code: "storage_failed" } })
    }
    gate.break(undefined)
    await expect(service.run("task.create", { title: "later" })).rejects.toMatchObject({
      code: "storage_failed",
    })
    expect(dump(service.board)).toEqual(before)
    expect(service.engine.seq).toBe(seq)
    expect(JSON.stringify(await service.run("task.list", { limit: "500" }))).toBe(read)
    await service.restart()
    await service.expectFold()
    const { tasks } = await service.run("task.list", { limit: "500" })
    expect(tasks.some(({ title }: { title: string }) => title === "lost")).toBe(fault === "kept")
    expect(service.engine.seq).toBe(last(gate))
  },
)

/** Many calls at once, some while a commit is under way; then all are settled. */
async function runBatch(
  service: Service,
  gate: Gate,
  random: Random,
  answered: Answered[],
  tally: { failed: number },
): Promise<void> {
  const id = () => `T-${1 + random.below(service.board.counters.task + 2)}`
  const send = (count: number) =>
    Array.from({ length: count }, async () => {
      const [name, input] = randomCall(random, service, id)
      const operation = operationNamed(name)
      const key = operation.kind === "command" && random.chance(0.2) ? `key ${random.below(200)}` : undefined
      const hash = JSON.stringify(input)
      const { method, path } = operation.http
      const call = {
        operation,
        input: operation.input.parse(input),
        actor: actorOf(input),
      }
      try {
        const outcome = await service.engine.run({
          ...call,
          ...(key && { idempotency: { key, method, path, hash } }),
        })
        answered.push({ name, input: call.input, outcome: structuredClone(outcome), key })
        expect(outcome.seq, `${name} was answered from beyond the log`).toBeLessThanOrEqual(last(gate))
      } catch (error) {
        const { code } = error as { code?: string }
        expect(code, String(error)).toMatch(/^[a-z_]+$/)
        if (code === "storage_full") tally.failed++
      }
    })

  const isBroken = random.chance(0.3)
  if (random.chance(0.5)) {
    gate.break(isBroken ? "storage_full" : undefined)
    await Promise.all(send(1 + random.below(12)))
  } else {
    // Some arrive while a commit is under way, which then fails or does not.
    const commit = gate.hold()
    const first = [
      service.run("task.comment", { id: "T-1", content: "x" }).catch(() => undefined),
      ...send(4),
    ]
    const all = Promise.all(first)
    await Promise.race([commit.reached, all])
    const rest = send(1 + random.below(8))
    commit.letGo(isBroken ? "storage_full" : undefined)
    await Promise.all([all, ...rest])
  }
  gate.break(undefined)
}

function actorOf(input: Record<string, unknown>): string {
  const who = input["agent"] ?? input["createdBy"] ?? input["author"] ?? input["reviewer"]
  return typeof who === "string" ? who : "anonymous"
}

function randomCall(random: Random, service: Service, id: () => string): [string, Record<string, unknown>] {
  const agent = random.pick(agents)
  const lease = random.pick(["30s", "10m", "1h"])
  const tasks = service.board.counters.task
  switch (random.below(14)) {
    case 0:
    case 1:
    case 2: {
      const blockedBy = tasks > 0 && random.chance(0.3) ? [`T-${1 + random.below(tasks)}`] : []
      const priority = random.pick(["P0", "P1", "P2", "P3"])
      const reviewer = random.chance(0.3) ? "rea" : null
      return [
        "task.create",
        {
          title: "x",
          createdBy: agent,
          blockedBy,
          priority,
          reviewer,
          tags: random.chance(0.5) ? ["a"] : [],
        },
      ]
    }
    case 3:
    case 4:
      return ["task.claimNext", { agent, lease }]
    case 5:
      return ["task.claim", { id: id(), agent, lease, takeOver: true }]
    case 6:
      return ["task.complete", { id: id(), agent, reflection: "learned" }]
    case 7:
      return ["task.release", { id: id(), agent, failed: random.chance(0.5) }]
    case 8:
      return ["task.comment", { id: id(), author: agent, content: "hm" }]
    case 9:
      return [
        "task.edit",
        { id: id(), status: random.pick(["todo", "doing", "blocked", "done"]), assignee: agent },
      ]
    case 10:
      return [
        "task.edit",
        { id: id(), blockedBy: [id()], notBefore: random.chance(0.3) ? "2030-01-01T06:00:00Z" : null },
      ]
    case 11:
      return random.chance(0.3)
        ? ["task.delete", { id: id() }]
        : [
            "task.review",
            { id: id(), reviewer: "rea", decision: random.pick(["approve", "request_changes"]) },
          ]
    case 12:
      return ["task.read", { id: id() }]
    default:
      return random.chance(0.5) ? ["task.list", { limit: "20", sort: "-created" }] : ["task.next", { agent }]
  }
}

function commitsIn(gate: Gate): Commit[] {
  return gate.store.commits.map((text) => JSON.parse(text) as Commit)
}

/** The number of the last durable event. */
function last(gate: Gate): number {
  const text = gate.store.commits.at(-1)
  if (text === undefined) return 0
  const { seq, commands } = JSON.parse(text) as Commit
  return seq - 1 + commands.reduce((sum, { events }) => sum + events.length, 0)
}

/** Everything derived from the records equals what is made anew from them. */
function expectIndexes(board: Board): void {
  const copy = loadBoard(takeSnapshot(board))
  copy.advance(board.now)
  expect(dump(copy)).toEqual(dump(board))
}

/** A checkpoint taken in the middle, through JSON, and the commits after it are the whole board. */
function expectCheckpoint(service: Service, gate: Gate, text: string): void {
  const snapshot = JSON.parse(text) as Snapshot
  const board = loadBoard(snapshot)
  for (const commit of commitsIn(gate)) if (commit.seq > snapshot.counters.seq) absorb(board, commit)
  board.advance(service.board.now)
  expect(dump(board)).toEqual(dump(service.board))
}

/** Every answer equals the one from a fold of the log up to its seq. */
function expectTold(service: Service, gate: Gate, answered: Answered[]): void {
  const bySeq = new Map<number, Answered[]>()
  for (const each of answered) bySeq.set(each.outcome.seq, [...(bySeq.get(each.outcome.seq) ?? []), each])
  const board = createBoard()
  const first = new Map<string, string>()
  let looked = 0

  function check(): void {
    for (const { name, input, outcome, key } of bySeq.get(board.counters.seq) ?? []) {
      const answer = outcome.answer as {
        task?: { id: string; version: number } | null
        tasks?: { id: string }[]
      }
      // A repeat gets the first answer, unchanged.
      if (key !== undefined && board.answers.has(key)) {
        const told = JSON.stringify(answer)
        const known = first.get(key)
        first.set(key, known ?? told)
        if (known !== undefined) {
          expect(told, `the answer to ${key}`).toBe(known)
          continue
        }
      }
      for (const seen of [answer.task ?? [], answer.tasks ?? []].flat()) {
        const task = board.tasks.get(Number(seen.id.slice(2)))
        expect(task, `${name} ${JSON.stringify(input)} told of ${seen.id} at ${outcome.seq}`).toBeDefined()
        // Whether it is ready, or stuck, depends on the clock too, which the log does not hold for a query.
        const told = JSON.stringify({ ...seen, ready: null, stuck: undefined })
        const folded = task && JSON.stringify({ ...viewRecord(board, task), ready: null })
        if (told !== folded) expect(JSON.parse(told)).toEqual(JSON.parse(folded ?? "null"))
        looked++
      }
      if (answer.tasks)
        expect(answer.tasks.length, `${name} at ${outcome.seq}`).toBe(Math.min(20, board.tasks.size))
      if (answer.task === null && name === "task.next") looked++
    }
    bySeq.delete(board.counters.seq)
  }

  check()
  for (const commit of commitsIn(gate)) {
    // Within a commit each command is answered as the ones before it left the board.
    let { seq } = commit
    for (const command of commit.commands) {
      absorb(board, { seq, commands: [command] })
      seq += command.events.length
      check()
    }
  }
  expect([...bySeq.keys()], "answers at a seq that no command of the log ends at").toEqual([])
  expect(looked).toBeGreaterThan(500)
  expect(board.counters.seq).toBe(service.engine.seq)
}

/** Each subscriber got every durable event since it subscribed, once and in order, and no other. */
async function expectHeard(service: Service, heard: PublicEvent[]): Promise<void> {
  const all = new Map<number, PublicEvent>()
  for await (const events of service.engine.history(0)) for (const event of events) all.set(event.seq, event)
  expect(all.size).toBe(service.engine.seq)
  let before = 0
  for (const event of heard) {
    expect(event.seq).toBeGreaterThan(before)
    expect(event).toEqual(all.get(event.seq))
    before = event.seq
  }
  // Only what the server writes at a start is published before a test can subscribe.
  const told = new Set(heard.map(({ seq }) => seq))
  const missed = [...all.values()].filter(({ seq }) => !told.has(seq))
  expect(missed.filter(({ actor }) => actor !== "upnext")).toEqual([])
}
