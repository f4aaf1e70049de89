import { setImmediate as turn } from "node:timers/promises"
import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import type { Policy } from "../domain/context.ts"
import { isHeldIn } from "../domain/rules/sessions.ts"
import { numberOf } from "../domain/wire/names.ts"
import { fail } from "../errors.ts"
import type { Log } from "../storage/log.ts"
import type { Engine, EngineHealth } from "./api.ts"
import { decideBatch, deliver, type Batch, type Verdict } from "./batch.ts"
import { isEmptyAndWaits, type Call, type CallResult } from "./call.ts"
import { createCheckpointer } from "./checkpointer.ts"
import { createClock, type Clocks } from "./clock.ts"
import { createOutputs } from "./outputs.ts"
import { createPresence } from "./presence.ts"
import { createPublisher } from "./publisher.ts"
import { createReader } from "./reader.ts"
import { absorb, restoreBoard } from "./restore.ts"
import { whenSearchable } from "./searching.ts"
import { createSlowClockReport } from "./slow-clock.ts"
import { createStorageHealth } from "./storage-health.ts"
import { createSweeper } from "./sweeper.ts"
import { answerTrail, isTrailCall } from "./trail.ts"
import { createWaiting, type PendingCall } from "./waiting.ts"

export interface EngineOptions {
  readonly log: Log
  readonly policy: Policy
  readonly clocks: Clocks
  token(task: string, epoch: number): string
  /** It gets every durable text, and is closed with the engine. */
  readonly search: SearchIndex
  readonly warn: (message: string, error?: unknown) => void
  /** For tests: sees the board between commits. */
  readonly inspect?: (board: Board) => void
}

/** The single writer over one log. Restores the board first. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { log, policy, token, search, warn } = options
  const board = await restoreBoard(log)
  options.inspect?.(board)
  search.put(allTexts(board))
  const clock = createClock(options.clocks, () => board.counters.at)
  const slowClock = createSlowClockReport(clock, warn)
  const publisher = createPublisher({ log, board, search, warn })
  const waiting = createWaiting(() => board.ready.arrivals)
  const presence = createPresence()
  const outputs = createOutputs(clock.now())
  const storage = createStorageHealth(warn)
  const closing = new AbortController()
  const checkpointer = createCheckpointer(log, board, warn)
  const sweeper = createSweeper(clock.now, () => void tick())
  const contextAt = (now: number) => ({ now, policy, presence, outputs, search, token })
  const read = createReader(board, contextAt)
  let commands: PendingCall[] = []
  let queries: PendingCall[] = []
  let working: Promise<void> | undefined
  const decided: Verdict[] = [] // durable, and not yet delivered
  let isStopping = false
  let settledAbsences = 0
  let durableSeq = board.counters.seq

  const isOverdue = (now: number) => clock.absences !== settledAbsences || board.due <= now
  const nextDue = () => Math.min(board.due, board.ready.nextWake() ?? Infinity)

  // Work is gathered until the event loop has taken in what has arrived, so that one fdatasync serves all of it. What
  // is durable is delivered while the disk is busy with the next batch: otherwise each would wait for the other.
  const work = () => (working ??= workOff())

  async function workOff(): Promise<void> {
    try {
      do {
        await turn()
        const batch = runBatch()
        decided.splice(0).forEach(deliver)
        await batch
      } while (commands.length > 0 || queries.length > 0)
    } finally {
      working = undefined
      decided.splice(0).forEach(deliver)
    }
  }

  async function runBatch(): Promise<void> {
    const calls = commands
    commands = []
    let batch: Batch | undefined
    let absences = settledAbsences
    let hasFailed = false
    try {
      await log.commit((others) => {
        for (const other of others) absorb(board, other)
        for (const other of others) publisher.publish(other)
        const now = clock.now()
        absences = clock.absences
        batch = decideRound(calls, now)
        return batch.commit
      })
      board.forget()
      durableSeq = board.counters.seq
      settledAbsences = absences
      if (batch?.commit) storage.noteWritable()
      for (const verdict of batch?.verdicts ?? []) {
        if (verdict.waits && verdict.result) waiting.add(verdict.pending, verdict.result)
        else decided.push(verdict)
      }
      if (batch?.commit) publisher.publish(batch.commit)
    } catch (error) {
      board.rollback()
      board.forget()
      hasFailed = true
      storage.noteFailedCommit(error)
      for (const { reject } of new Set([...calls, ...(batch?.verdicts ?? []).map(({ pending }) => pending)]))
        reject(error)
    }
    const asked = queries
    queries = []
    for (const pending of asked) answerQuery(pending)
    wake(hasFailed)
    if (storage.isWritable()) checkpointer.keep()
    sweeper.schedule(hasFailed ? undefined : nextDue()) // a full disk is tried again at the sweeper's own rhythm
  }

  function decideRound(calls: readonly PendingCall[], now: number): Batch {
    board.advance(now)
    board.begin()
    const wasAway = clock.absences !== settledAbsences
    const { triedArrivals: arrivals } = waiting
    const round = { calls, waiting: waiting.claims(), arrivals, wasAway, context: contextAt(now) }
    const batch = decideBatch(board, round)
    waiting.tried(batch.arrivals)
    for (const { pending } of batch.verdicts) waiting.remove(pending)
    return batch
  }

  /** Answers a query, or lets it wait. */
  function answerQuery(pending: PendingCall, now = clock.now()): void {
    try {
      const result = read(pending.call, now)
      if (isEmptyAndWaits(pending.call, result)) return waiting.add(pending, result)
      waiting.remove(pending)
      pending.resolve(result)
    } catch (error) {
      waiting.remove(pending)
      pending.reject(error)
    }
  }

  /** Repeats the waiting peeks, and starts a batch for the waiting claims, when something may have become ready. */
  function wake(hasFailed: boolean): void {
    const now = clock.now()
    board.advance(now)
    for (const pending of waiting.peeksToRepeat()) answerQuery(pending, now)
    // After a failed commit its tasks are ready again. To try that at once would spin; the sweeper will.
    if (!hasFailed && waiting.hasChance()) setImmediate(() => void work())
  }

  async function tick(): Promise<void> {
    const now = clock.now()
    board.advance(now)
    slowClock.warnOnce()
    await storage.lookForRoom(log)
    if (isStopping) return
    if (isOverdue(now) || board.ready.arrivals !== waiting.triedArrivals) await work()
    else sweeper.schedule(nextDue())
  }

  function run(call: Call): CallResult | Promise<CallResult> {
    if (isStopping) fail("unavailable", "The server is stopping.")
    const isQuery = call.operation.kind !== "command"
    const now = clock.now()
    if (call.operation.kind === "query") presence.note(call, call.actor, now)
    if (isQuery && !working && (!storage.isWritable() || !isOverdue(now))) {
      const result = read(call, now)
      if (!isEmptyAndWaits(call, result)) return result
      return new Promise<CallResult>((resolve, reject) => waiting.add({ call, resolve, reject }, result))
    }
    return new Promise<CallResult>((resolve, reject) => {
      ;(isQuery ? queries : commands).push({ call, resolve, reject })
      void work()
    })
  }

  function health(): EngineHealth {
    if (isStopping) return { status: "stopping" }
    const stored = storage.current()
    const { trouble: detail } = search
    return {
      ...(stored.status === "ok" && detail !== undefined ? { status: "degraded", detail } : stored),
      ...slowClock.health(),
      ...(detail !== undefined && { search: { detail } }),
    }
  }

  slowClock.warnOnce()
  await work()
  const verifying = log.verifyHistory(closing.signal).catch((error: unknown) => storage.noteDamage(error))
  return {
    run: whenSearchable(search, (call) => (isTrailCall(call) ? answerTrail(log, call, run) : run(call))),
    health,
    leaseToken: ({ task, epoch, agent, session }) => {
      const lease = board.tasks.get(numberOf(task))?.lease
      return lease && isHeldIn(lease, agent, session) ? token(task, epoch) : undefined
    },
    get seq() {
      return durableSeq
    },
    subscribe: (listener) => publisher.subscribe(listener),
    watchOutput: (listener) => outputs.subscribe(listener),
    latestOutput: () => [...outputs.latest()].filter(({ task }) => board.tasks.get(task)?.status === "doing"),
    history: (after) => publisher.history(after),
    tick,
    async close() {
      if (isStopping) return
      isStopping = true
      closing.abort()
      sweeper.close()
      waiting.close()
      search.close()
      await working
      await verifying
      // Also after the disk failed: the checkpoint shows the next start that a journal is missing.
      await checkpointer.close()
      await log.close()
    },
  }
}
