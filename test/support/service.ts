import { createHash, createHmac, randomUUID } from "node:crypto"
import { expect, onTestFinished } from "vitest"
import type { Board } from "../../src/domain/board/board.ts"
import type { IndexName } from "../../src/domain/board/tasks/task-index.ts"
import type { Policy } from "../../src/domain/context.ts"
import type { BoardEvent } from "../../src/domain/events/index.ts"
import type { Identity } from "../../src/domain/wire/access/access.ts"
import { namedActor } from "../../src/domain/rules/actor.ts"
import type { Engine } from "../../src/engine/api.ts"
import { createSupervisedEngine } from "../../src/engine/supervised-engine.ts"
import { UpnextError, type ErrorCode } from "../../src/errors.ts"
import { refusalsOf } from "../../src/http/docs/refusals.ts"
import { operations } from "../../src/operations/index.ts"
import type { Input, Operation } from "../../src/operation.ts"
import { dumpOf, foldOf } from "./fold.ts"
import { createMemoryLog, createMemoryStore } from "./memory-log.ts"
import { machineRuntime } from "../../src/machine/runtime.ts"
import { createSearch } from "../../src/search/search.ts"
import type { Log } from "../../src/storage/log.ts"
import type { LogReader } from "../../src/storage/storage.ts"
import { pastOf, type TestPastOptions } from "./past.ts"
import { expectSame } from "./same.ts"

type Operations = (typeof operations)[number]
type Named<N extends Operations["name"]> = Extract<Operations, { name: N }>

/** What a test moves: the time of day in ms since 1970, and the monotonic clock. */
export interface TestTime {
  wall: number
  monotonic: number
}

export interface Asker {
  actor?: string
  who?: Identity
  versions?: number[]
  joins?: number
  idempotencyKey?: string
  signal?: AbortSignal
}

/** An engine over a log, with a clock that only the test moves. */
export interface Service {
  readonly engine: Engine
  readonly log: Log
  readonly board: Board
  now(): number
  /** Lets time pass as for a running server: in steps, and the engine checks its timers after each. */
  pass(ms: number): Promise<void>
  /** Lets time pass as for a sleeping laptop: the engine checks nothing, and the monotonic clock stands still. */
  sleep(ms: number): void
  /** Sets the machine's clock `by` ms forward, or back if negative. */
  setClock(by: number): void
  /** The engine's warnings. */
  readonly warnings: string[]
  // Each operation has its own answer, and tests read only the parts they need.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(name: string, input?: Record<string, unknown>, asker?: Asker): Promise<any>
  /** Ends this engine and starts another on the same log, after `away` ms. */
  restart(away?: number): Promise<void>
  /** Expects that folding the log again gives the live board with all its indexes. */
  expectFold(): Promise<void>
}

export const testPolicy: Policy = {
  lease: 30 * 60_000,
  maxAttempts: 3,
  maxExpiries: 5,
  escalation: {},
  reflection: "optional",
  criteria: "optional",
  checks: "optional",
  host: "test-host",
}

/** Ends with the test. At its end the board must equal the fold of its log. */
export async function startService(
  options: {
    openLog?: () => Log | Promise<Log>
    policy?: Partial<Policy>
    start?: number
    /** Several services may share one. */
    time?: TestTime
    url?: string
    past?: TestPastOptions
    /** What reads the log for the past; by default the log itself. */
    reader?: () => LogReader
  } = {},
): Promise<Service> {
  const store = createMemoryStore()
  const openLog = options.openLog ?? (() => createMemoryLog({ store }))
  let log = await openLog()
  const time = options.time ?? { wall: options.start ?? Date.UTC(2030, 0, 1), monotonic: 0 }
  const warnings: string[] = []
  let board: Board | undefined
  const policy = { ...testPolicy, ...options.policy }
  const open = () =>
    createSupervisedEngine({
      log,
      policy,
      runtime: { ...machineRuntime, wall: () => time.wall, monotonic: () => time.monotonic },
      url: options.url ?? "http://127.0.0.1:4445",
      token: (task, epoch) =>
        `${task}.${epoch}.${createHmac("sha256", "test").update(`${task}.${epoch}`).digest("hex").slice(0, 16)}`,
      renewLeaseToken: (given) => given,
      createToken: () => {
        const token = `secret-${randomUUID()}`
        return { token, hash: createHash("sha256").update(token).digest("hex") }
      },
      createSearch: () => createSearch({ checkRoom: () => undefined, warn: () => undefined }),
      openPast: () => pastOf(options.reader?.() ?? log, policy, options.past),
      warn: (message) => warnings.push(message),
      inspect: (inspected) => (board = inspected),
    })
  let engine = await open()

  const service: Service = {
    get engine() {
      return engine
    },
    get log() {
      return log
    },
    get board() {
      if (!board) throw new Error("no board yet")
      return board
    },
    now: () => time.wall,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 20_000) {
        time.wall += Math.min(left, 20_000)
        time.monotonic += Math.min(left, 20_000)
        await engine.tick()
      }
    },
    sleep(ms) {
      time.wall += ms
    },
    setClock(by) {
      time.wall += by
    },
    warnings,
    async run(name, input = {}, asker = {}) {
      const operation = operationNamed(name)
      const parsed = operation.input.parse(input)
      declareIndexes(service.board, operation, parsed)
      try {
        const { answer } = await engine.run({
          operation,
          input: parsed,
          actor: namedActor(operation.actor && parsed[operation.actor], { actor: asker.actor }),
          who: asker.who,
          versions: asker.versions,
          joins: asker.joins,
          signal: asker.signal,
          ...(asker.idempotencyKey !== undefined && {
            idempotency: {
              key: asker.idempotencyKey,
              method: operation.http.method,
              path: operation.http.path,
              hash: JSON.stringify(input),
            },
          }),
        })
        expectDeclaredIndexes(service.board, operation)
        // A text is made later, piece by piece.
        return operation.kind === "download" ? answer["pieces"] : JSON.parse(JSON.stringify(answer))
      } catch (error) {
        // An operation may refuse only with the codes that it declares.
        if (error instanceof UpnextError) expect(refusalsOf(operation)).toContain(error.code)
        throw error
      }
    },
    async restart(away = 0) {
      await engine.close()
      time.wall += away
      time.monotonic = 0
      log = await openLog()
      engine = await open()
    },
    async expectFold() {
      const folded = await foldOf(log, service.board)
      // Another server may have written to the log.
      await engine.reach(folded.counters.seq, { waitMs: 1000 })
      expectSame(dump(folded), dump(service.board))
    },
  }
  onTestFinished(async () => {
    if (service.engine.health().status === "stopping") return
    await service.expectFold()
    await service.engine.close()
  })
  return service
}

/** One step of a test: a command, or time that passes, in ms. */
export type Step = readonly [name: string, input?: Record<string, unknown>, asker?: Asker] | number

/** Starts a service and takes these steps. */
export async function given(...steps: readonly Step[]): Promise<Service> {
  return givenPolicy({}, ...steps)
}

export async function givenPolicy(policy: Partial<Policy>, ...steps: readonly Step[]): Promise<Service> {
  const service = await startService({ policy })
  for (const step of steps) {
    if (typeof step === "number") await service.pass(step)
    else await service.run(...step)
  }
  return service
}

/** Expects that the command is refused with this code and changes neither the board nor the log. */
export async function expectRefused(
  service: Service,
  [name, input, asker]: Exclude<Step, number>,
  code: ErrorCode,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const before = dump(service.board)
  const seq = service.engine.seq
  await expect(service.run(name, input, asker)).rejects.toMatchObject({ code, facts })
  expectSame(dump(service.board), before)
  expect(service.engine.seq).toBe(seq)
}

/** The paths of the problems that an operation's schema finds in an input; none if it is accepted. */
export function problemsOf(name: string, input: unknown): string[] {
  const { error } = operationNamed(name).input.safeParse(input)
  return (error?.issues ?? []).map(({ path }) => path.join("."))
}

/** The events in the log after the seq `after`, as stored. */
export async function eventsOf(service: Service, after = 0): Promise<BoardEvent[]> {
  const events: BoardEvent[] = []
  for await (const commit of service.log.read(after)) {
    let { seq } = commit
    for (const command of commit.commands)
      for (const event of command.events) if (seq++ > after) events.push(event)
  }
  return events
}

export function operationNamed<N extends string>(
  name: N,
): N extends Operations["name"] ? Named<N> & Operation : Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation as never
}

const indexNames = Object.keys({
  ...{ status: 1, assignee: 1, reviewer: 1, createdBy: 1, project: 1, priority: 1, doing: 1, tag: 1 },
  ...{ parent: 1, awaitedChild: 1, discoveredFrom: 1, toReview: 1, pull: 1, attention: 1 },
  ...{ "by updated": 1, "by priority": 1, "by due": 1, "by started": 1 },
} satisfies Record<IndexName, 1>) as IndexName[]

/** The indexes that calls on a board have declared. It is not there for a board whose indexes were all made by `dump`. */
const declared = new WeakMap<Board, Set<IndexName>>()
const dumped = new WeakSet<Board>()

function declareIndexes(board: Board, operation: Operation, input: Input): void {
  const names = declared.get(board) ?? new Set<IndexName>(["awaitedChild"])
  declared.set(board, names)
  for (const name of operation.indexes?.(input) ?? []) names.add(name)
}

/** An operation may make only the indexes that it declares: else it would hold up everybody on a large board. */
function expectDeclaredIndexes(board: Board, operation: Operation): void {
  if (dumped.has(board) || board.tasks.size === 0) return
  const made = indexNames.filter((name) => board.gradual(name).left === 0)
  const undeclared = made.filter((name) => !declared.get(board)?.has(name))
  expectSame(undeclared, [], operation.name)
}

/** As `dumpOf`. All indexes of the board are made by it. */
export function dump(board: Board): unknown {
  dumped.add(board)
  return dumpOf(board)
}
