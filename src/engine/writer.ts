import { setImmediate as turn } from "node:timers/promises"
import type { Board } from "../domain/board/board.ts"
import type { Commit, Log } from "../storage/log.ts"
import { deliver, type Round, type Verdict } from "./batch.ts"
import { isEmptyAndWaits, type Call, type CallResult } from "./call.ts"
import type { Checkpointer } from "./checkpointer.ts"
import type { Clock } from "./clock.ts"
import { createPatience } from "./patience.ts"
import type { Publisher } from "./publisher.ts"
import { createReaching, type Reaching } from "./reaching.ts"
import { absorb } from "./restore.ts"
import type { StorageHealth } from "./storage-health.ts"
import { createRounds } from "./round.ts"
import { createWaiting, type PendingCall } from "./waiting.ts"

export interface WriterOptions {
  readonly log: Log
  readonly board: Board
  readonly clock: Clock
  readonly storage: StorageHealth
  readonly publisher: Publisher
  readonly checkpointer: Checkpointer
  contextAt(now: number): Round["context"]
  read(call: Call, now: number): CallResult
  /** A round has ended; the next thing is due at ms since 1970. Undefined where it failed. */
  onRound(nextDue: number | undefined): void
}

/** Works off the calls, in rounds. A round is one commit to the log, or one look at what other servers wrote there. */
export interface Writer {
  /** The number of the last durable event that the board holds. */
  readonly durableSeq: number
  readonly reach: Reaching["reach"]
  /** Takes a call into the next round. */
  add(pending: PendingCall): void
  /** Answers a query at once; undefined where it has to go into a round, or waits for a better answer. */
  answerNow(call: Call, now: number): CallResult | Promise<CallResult> | undefined
  work(): Promise<void>
  /** Reads what others wrote, as soon as nothing else is under way. Resolves when that is done. */
  look(): Promise<void>
  /** Whether something is due, or a waiting call might now be given a task. */
  hasWork(now: number): boolean
  nextDue(): number
  /** Gives the waiting calls their empty answers, and resolves when the last round has ended. */
  close(): Promise<void>
}

export function createWriter(options: WriterOptions): Writer {
  const { log, board, clock, storage, publisher, checkpointer, contextAt, read } = options
  const waiting = createWaiting(() => board.ready.arrivals)
  const patience = createPatience(() => {
    if (patience.isOver || !rounds.isOverdue(clock.now())) answerQueries()
  })
  const rounds = createRounds({
    ...{ log, board, clock, waiting, patience, contextAt },
    onOthers(others) {
      mayBeBehind = false
      // Nobody else has written since the log was read: this round answers those who asked meanwhile, too.
      reaching.begin()
      hold(others)
    },
  })
  let durableSeq = board.counters.seq
  const reaching = createReaching(
    () => durableSeq,
    () => void look(),
  )
  let commands: PendingCall[] = []
  const queries: PendingCall[] = []
  let working: Promise<void> | undefined
  const decided: Verdict[] = [] // durable, and not yet delivered
  let mayBeBehind = false // others may have written to the log
  let isStopping = false

  const nextDue = () => Math.min(board.due, board.ready.nextWake() ?? Infinity)

  // Work is gathered until the event loop has taken in what has arrived, so that one fdatasync serves all of it. What
  // is durable is delivered while the disk is busy with the next batch: otherwise each would wait for the other.
  const work = () => (working ??= workOff())

  async function workOff(): Promise<void> {
    try {
      do {
        await turn()
        reaching.begin()
        const round = beginRound()
        decided.splice(0).forEach(deliver)
        await round
      } while (commands.length > 0 || queries.length > 0 || mayBeBehind)
    } finally {
      working = undefined
      decided.splice(0).forEach(deliver)
    }
  }

  function beginRound(): Promise<void> {
    const refusal = storage.refusal()
    if (refusal) for (const { reject } of commands.splice(0)) reject(refusal)
    const mustDecide = () => commands.length > 0 || rounds.isOverdue(clock.now()) || waiting.hasChance()
    return refusal || (mayBeBehind && !mustDecide()) ? takeIn() : runBatch()
  }

  /** Reads what others wrote, without the lock. */
  async function takeIn(): Promise<void> {
    mayBeBehind = false
    let hasFailed = false
    try {
      hold(await patience.during(log.catchUp()))
      storage.noteReachable()
    } catch (error) {
      hasFailed = true
      storage.noteFailure(error)
    }
    endRound(hasFailed)
  }

  /** Folds in and publishes what others wrote. */
  function hold(others: readonly Commit[]): void {
    if (others.length === 0) return
    for (const other of others) absorb(board, other)
    durableSeq = board.counters.seq
    for (const other of others) publisher.publish(other)
  }

  async function runBatch(): Promise<void> {
    const calls = commands
    commands = []
    const outcome = await rounds.run(calls)
    if ("error" in outcome) {
      storage.noteFailure(outcome.error)
      for (const { reject } of outcome.undone) reject(outcome.error)
      endRound(true)
      return
    }
    const { commit, verdicts = [] } = outcome.batch ?? {}
    durableSeq = board.counters.seq
    if (commit) storage.noteWritable()
    else storage.noteReachable()
    for (const verdict of verdicts) {
      if (verdict.waits && verdict.result) waiting.add(verdict.pending, verdict.result)
      else decided.push(verdict)
    }
    if (commit) publisher.publish(commit)
    endRound(false)
  }

  function endRound(hasFailed: boolean): void {
    reaching.end(!hasFailed)
    answerQueries()
    wake(hasFailed)
    if (storage.isWritable()) checkpointer.keep()
    options.onRound(hasFailed ? undefined : nextDue())
  }

  function answerQueries(): void {
    for (const pending of queries.splice(0)) answerQuery(pending)
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

  async function look(): Promise<void> {
    if (isStopping) return
    mayBeBehind = true
    await work()
  }

  return {
    get durableSeq() {
      return durableSeq
    },
    reach: reaching.reach,
    add(pending) {
      if (pending.call.operation.kind === "command") commands.push(pending)
      else queries.push(pending)
      void work()
    },
    answerNow(call, now) {
      if (working && !patience.isReadable) return undefined
      if (rounds.isOverdue(now) && storage.isWritable() && !patience.isOver) return undefined
      const result = read(call, now)
      if (!isEmptyAndWaits(call, result)) return result
      return new Promise<CallResult>((resolve, reject) => waiting.add({ call, resolve, reject }, result))
    },
    work,
    look,
    hasWork: (now) => rounds.isOverdue(now) || board.ready.arrivals !== waiting.triedArrivals,
    nextDue,
    async close() {
      isStopping = true
      waiting.close()
      reaching.close()
      await working
    },
  }
}
