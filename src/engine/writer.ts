import type { BatchInput } from "./batch.ts"
import type { Call, CallResult } from "./call.ts"
import type { Checkpointer } from "./checkpointer.ts"
import { createLogWait } from "./log-wait.ts"
import { createQueries } from "./queries.ts"
import { createReader, type ReaderContext } from "./reader.ts"
import type { SeqWaiters } from "./seq-waiters.ts"
import { createRounds, type RoundsOptions } from "./rounds.ts"
import { createWaiting, type PendingCall } from "./waiting.ts"

export interface WriterOptions extends Omit<RoundsOptions, "waiting" | "logWait" | "look"> {
  readonly checkpointer: Checkpointer
  contextAt(now: number): BatchInput["context"] & ReaderContext
  /** A round has ended. `nextDue`, in ms since 1970, is when the next task is due; undefined if the round failed. */
  onRound(nextDue: number | undefined): void
}

/** Processes the calls in rounds. A round is one commit to the log, or one read of what other servers wrote there. */
export interface Writer {
  /** The number of the last durable event that the board holds. */
  readonly durableSeq: number
  readonly reach: SeqWaiters["reach"]
  /** Adds a call to the next round. */
  add(pending: PendingCall): void
  /** Answers a query immediately; returns undefined if the query must join a round or waits for a better answer. */
  answerNow(call: Call, now: number): CallResult | Promise<CallResult> | undefined
  /** Calls back with the board immediately, or as soon as everything on it is durable. */
  view<T>(look: () => T): Promise<T>
  work(): Promise<void>
  /** Reads what others wrote, once nothing else is running. Resolves when done. */
  look(): Promise<void>
  /** Whether something is due, or a waiting call might now get a task. */
  hasWork(now: number): boolean
  nextDue(): number
  /** Gives the waiting calls their empty answers, and resolves when the last round has ended. */
  close(): Promise<void>
}

export function createWriter(options: WriterOptions): Writer {
  const { runtime, board, clock, storage, checkpointer } = options
  const waiting = createWaiting(runtime, () => board.ready.arrivals)
  const queries = createQueries({ ...options, waiting, read: createReader(board, options.contextAt) })
  const logWait = createLogWait(runtime, () => {
    if (logWait.isOver || !rounds.isOverdue(clock.now())) queries.answerAll()
  })
  const rounds = createRounds({ ...options, waiting, logWait, look: () => void look() })
  let commands: PendingCall[] = []
  let working: Promise<void> | undefined
  let isStopping = false

  /** True if everything on the board is durable and nothing must be settled first. */
  const mayAnswer = (now: number) => (!working || logWait.isReadable) && !rounds.mustSettle(now)
  const nextDue = () => Math.min(board.due, board.ready.nextWake() ?? Infinity)

  // Calls are collected until the event loop has read everything that arrived, so one fdatasync serves them all.
  // Durable results are delivered while the disk writes the next batch; otherwise each would wait for the other.
  const work = () => (working ??= workOff())

  async function workOff(): Promise<void> {
    try {
      do {
        await runtime.turn()
        const round = runRound()
        rounds.deliver()
        await round
      } while (commands.length > 0 || queries.size > 0 || rounds.mayBeBehind)
    } finally {
      working = undefined
      rounds.deliver()
    }
  }

  async function runRound(): Promise<void> {
    const calls = commands
    commands = []
    const isDone = await rounds.run(calls)
    queries.endRound()
    // After a failed commit, its tasks are ready again. An immediate retry would loop, so the sweeper retries.
    if (isDone && waiting.hasChance()) void runtime.turn().then(work)
    if (storage.isWritable()) checkpointer.keep()
    options.onRound(isDone ? nextDue() : undefined)
  }

  async function look(): Promise<void> {
    if (isStopping) return
    rounds.noteOthers()
    await work()
  }

  return {
    get durableSeq() {
      return rounds.durableSeq
    },
    reach: rounds.reach,
    add(pending) {
      if (pending.call.operation.kind === "command") commands.push(pending)
      else queries.add(pending)
      void work()
    },
    answerNow: (call, now) => (mayAnswer(now) ? queries.answer(call, now) : undefined),
    async view(look) {
      if (mayAnswer(clock.now())) return look()
      const seen = queries.view(look)
      void work()
      return seen
    },
    work,
    look,
    hasWork: (now) => rounds.isOverdue(now) || board.ready.arrivals !== waiting.triedArrivals,
    nextDue,
    async close() {
      isStopping = true
      waiting.close()
      rounds.close()
      await working
    },
  }
}
