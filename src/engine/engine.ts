import { setImmediate as turn } from "node:timers/promises"
import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import { fail } from "../errors.ts"
import type { Context, Policy } from "../domain/context.ts"
import type { Log } from "../storage/log.ts"
import type { Engine } from "./api.ts"
import { decideBatch, tell, type Batch, type Verdict } from "./batch.ts"
import { wouldRatherWait, type Call, type CallResult } from "./call.ts"
import { createCheckpointer } from "./checkpointer.ts"
import { actorOf } from "./decide.ts"
import { createParking, type Parked } from "./parking.ts"
import { createPresence } from "./presence.ts"
import { createPublisher } from "./publisher.ts"
import { createReader } from "./reader.ts"
import { absorb, restoreBoard } from "./restore.ts"
import { createStorageHealth } from "./storage-health.ts"
import { whenSearchable } from "./searching.ts"
import { awayAfter, createSweeper } from "./sweeper.ts"
import { answerTrail, isTrailCall } from "./trail.ts"

export interface EngineOptions {
  readonly log: Log
  readonly policy: Policy
  /** Milliseconds since 1970. */
  readonly clock: () => number
  token(task: string, epoch: number): string
  /** Fed with what is durable, and closed with the engine. */
  readonly search: SearchIndex
  readonly warn: (message: string, error?: unknown) => void
  /** For tests: sees the board between commits. */
  readonly inspect?: (board: Board) => void
}

/** The single writer over one log. Restores the board first. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { log, policy, clock, token, search, warn } = options
  const board = await restoreBoard(log)
  options.inspect?.(board)
  search.put(allTexts(board))
  const publisher = createPublisher({ log, board, search, warn })
  const parking = createParking()
  const presence = createPresence()
  const checkpointer = createCheckpointer(log, board, warn)
  const storage = createStorageHealth(warn)
  const closing = new AbortController()
  const sweeper = createSweeper(clock, () => void tick())
  const read = createReader(board, contextAt)
  let commands: Parked[] = []
  let queries: Parked[] = []
  let working: Promise<void> | undefined
  const settled: Verdict[] = [] // durable, and still to be told
  let isStopping = false
  let lastSeen = -Infinity
  let wasAway = false
  let seenArrivals = 0 // by claims that wait
  let toldArrivals = 0 // by peeks that wait
  let durableSeq = board.counters.seq

  /** The present, never before the last event. Notices when the server has been away. */
  function present(): number {
    const now = clock()
    if (now - lastSeen > awayAfter) wasAway = true
    lastSeen = now
    return Math.max(now, board.counters.at)
  }

  function isOverdue(now: number): boolean {
    return wasAway || board.due <= now
  }

  function nextDue(): number {
    return Math.min(board.due, board.ready.nextWake() ?? Infinity)
  }

  function contextAt(now: number): Omit<Context, "actor"> {
    return { now, policy, presence, search, token }
  }

  // Work is gathered until the event loop has taken in what has arrived, so that one fdatasync serves all of it. What
  // is durable is told while the disk is at the next batch already: else one of the two would wait for the other.
  const work = () => (working ??= workOff())

  async function workOff(): Promise<void> {
    try {
      do {
        await turn()
        const batch = runBatch()
        settled.splice(0).forEach(tell)
        await batch
      } while (commands.length > 0 || queries.length > 0)
    } finally {
      working = undefined
      settled.splice(0).forEach(tell)
    }
  }

  async function runBatch(): Promise<void> {
    const calls = commands
    commands = []
    let roundWasAway = wasAway
    let batch: Batch | undefined
    let hasFailed = false
    try {
      await log.commit((others) => {
        for (const other of others) absorb(board, other)
        for (const other of others) publisher.publish(other)
        const now = present()
        roundWasAway = wasAway
        batch = decideRound(calls, now)
        return batch.commit
      })
      board.forget()
      durableSeq = board.counters.seq
      if (batch?.commit) storage.noteWritable()
      for (const verdict of batch?.verdicts ?? []) {
        if (verdict.isEmpty && verdict.outcome) park(verdict.parked, verdict.outcome)
        else settled.push(verdict)
      }
      if (batch?.commit) publisher.publish(batch.commit)
    } catch (error) {
      board.rollback()
      board.forget()
      hasFailed = true
      wasAway ||= roundWasAway
      storage.noteFailedCommit(error)
      for (const { reject } of new Set([...calls, ...(batch?.verdicts ?? []).map(({ parked }) => parked)]))
        reject(error)
    }
    const asked = queries
    queries = []
    for (const parked of asked) answerQuery(parked)
    wake(hasFailed)
    if (storage.isWritable()) checkpointer.keep()
    sweeper.schedule(hasFailed ? undefined : nextDue()) // a full disk is tried again at the sweeper's own rhythm
  }

  function decideRound(calls: readonly Parked[], now: number): Batch {
    board.advance(now)
    board.begin()
    const waiting = parking.waiting("command")
    const round = { calls, waiting, arrivals: seenArrivals, wasAway, context: contextAt(now) }
    wasAway = false
    const batch = decideBatch(board, round)
    seenArrivals = batch.arrivals
    for (const { parked } of batch.verdicts) parking.leave(parked)
    return batch
  }

  /** Answers a query, or lets it wait; one that waits already keeps its place and its time. */
  function answerQuery(parked: Parked, now = Math.max(clock(), board.counters.at)): void {
    try {
      const outcome = read(parked.call, now)
      if (wouldRatherWait(parked.call, outcome)) return park(parked, outcome)
      parking.leave(parked)
      parked.resolve(outcome)
    } catch (error) {
      parking.leave(parked)
      parked.reject(error)
    }
  }

  function park(parked: Parked, empty: CallResult): void {
    if (isStopping) parked.resolve(empty)
    else parking.park(parked, empty)
  }

  /** Something may have become ready: every waiting peek looks again; waiting claims get a round of their own. */
  function wake(hasFailed: boolean): void {
    const now = Math.max(clock(), board.counters.at)
    board.advance(now)
    const peeks = board.ready.arrivals === toldArrivals ? [] : parking.waiting("query")
    toldArrivals = board.ready.arrivals
    for (const parked of peeks) {
      answerQuery(parked, now)
    }
    // What a failed commit gave back is tried again at the sweeper's rhythm: at once, it would spin.
    if (hasFailed || board.ready.arrivals === seenArrivals) return
    if (parking.waiting("command").length > 0) setImmediate(() => void work())
    else seenArrivals = board.ready.arrivals
  }

  async function tick(): Promise<void> {
    const now = present()
    board.advance(now)
    // Nobody writes to a server that says it cannot: it looks for itself whether it can again.
    const before = storage.current()
    // The disk may have failed for good meanwhile.
    if (
      before.status === "storage_full" &&
      (await log.hasRoom().catch(() => false)) &&
      storage.current() === before
    )
      storage.noteWritable()
    if (isStopping) return
    if (isOverdue(now) || board.ready.arrivals !== seenArrivals) await work()
    else sweeper.schedule(nextDue())
  }

  function run(call: Call): CallResult | Promise<CallResult> {
    if (isStopping) fail("unavailable", "The server is stopping.")
    const isQuery = call.operation.kind === "query"
    const now = present()
    presence.note(call, actorOf(board, call, contextAt(now)), now)
    if (isQuery && !working && (!storage.isWritable() || !isOverdue(now))) {
      const outcome = read(call, now)
      if (!wouldRatherWait(call, outcome)) return outcome
      return new Promise<CallResult>((resolve, reject) => park({ call, resolve, reject }, outcome))
    }
    return new Promise<CallResult>((resolve, reject) => {
      ;(isQuery ? queries : commands).push({ call, resolve, reject })
      void work()
    })
  }

  await work()
  const verifying = log.verifyHistory(closing.signal).catch((error: unknown) => storage.noteDamage(error))
  return {
    run: whenSearchable(search, (call) => (isTrailCall(call) ? answerTrail(log, call, run) : run(call))),
    health: () => (isStopping ? { status: "stopping" } : storage.current()),
    get seq() {
      return durableSeq
    },
    subscribe: (listener) => publisher.subscribe(listener),
    history: (after) => publisher.history(after),
    tick,
    async close() {
      if (isStopping) return
      isStopping = true
      closing.abort()
      sweeper.close()
      parking.close()
      search.close()
      await working
      await verifying
      // Also with a disk that failed: a board that is kept speaks up when its journal is gone.
      await checkpointer.close()
      await log.close()
    },
  }
}
