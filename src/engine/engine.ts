import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import type { Policy } from "../domain/context.ts"
import { isHeldIn } from "../domain/rules/sessions.ts"
import { numberOf } from "../domain/wire/names.ts"
import { fail } from "../errors.ts"
import type { Log } from "../storage/log.ts"
import type { Engine, EngineHealth } from "./api.ts"
import { afterWaiting, type Call, type CallResult } from "./call.ts"
import { createCheckpointer } from "./checkpointer.ts"
import { createIndexing, tasksAtOnce } from "./indexing.ts"
import { createClock, type Clocks } from "./clock.ts"
import { createOutputs } from "./outputs.ts"
import { createOutputPlaces } from "./output-places.ts"
import { askPast, isPastCall, type Past } from "./past.ts"
import { answerPoints, isPointsCall } from "./points.ts"
import { createPace } from "./pace.ts"
import { createPresence } from "./presence.ts"
import { createPublisher } from "./publisher.ts"
import { createReader } from "./reader.ts"
import { restoreBoard } from "./restore.ts"
import { whenSearchable } from "./searching.ts"
import { shareNotices } from "./server-notices.ts"
import { createSlowClockReport } from "./slow-clock.ts"
import { createStorageHealth } from "./storage-health.ts"
import { createSweeper } from "./sweeper.ts"
import { answerTrail, isTrailCall } from "./trail.ts"
import { createWriter } from "./writer.ts"

export interface EngineOptions {
  readonly log: Log
  readonly policy: Policy
  readonly clocks: Clocks
  /** How other servers of the log tell clients to reach this one. */
  readonly url: string
  token(task: string, epoch: number): string
  /** It gets every durable text, and is closed with the engine. */
  readonly search: SearchIndex
  /** Answers questions to the past, and is closed with the engine. */
  readonly past: Past
  readonly warn: (message: string, error?: unknown) => void
  /** For tests: sees the board between commits. */
  readonly inspect?: (board: Board) => void
  /** Called once, when the log went back to an earlier state. The engine takes no calls any more and is to be closed. */
  readonly onDiverged?: () => void
}

/** The single writer of one process over a log. Restores the board first. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { log, policy, token, search, past, warn } = options
  const board = await restoreBoard(log)
  board.spare(tasksAtOnce)
  options.inspect?.(board)
  search.put(allTexts(board))
  const clocks = log.wall ? { ...options.clocks, wall: log.wall } : options.clocks
  const clock = createClock(clocks, () => board.counters.at)
  const slowClock = createSlowClockReport(clock, warn)
  const publisher = createPublisher({ log, board, search, warn })
  const presence = createPresence(log.peers !== undefined)
  const outputs = createOutputs(clock.now())
  const places = createOutputPlaces(outputs, clocks.monotonic)
  const storage = createStorageHealth(warn, clocks.monotonic)
  const closing = new AbortController()
  const pace = createPace()
  const checkpointer = createCheckpointer(log, board, pace, warn)
  const sweeper = createSweeper(clock.now, () => void tick())
  const contextAt = (now: number) => ({ now, policy, presence, outputs, places, search, token })
  const read = createReader(board, contextAt)
  const indexing = createIndexing()
  let isStopping = false
  let hasDiverged = false
  const writer = createWriter({
    ...{ log, board, clock, storage, publisher, checkpointer, contextAt, read },
    onRound(nextDue) {
      sweeper.schedule(nextDue) // a full disk is tried again at the sweeper's own rhythm
      if (hasDiverged || storage.current().status !== "storage_diverged") return
      hasDiverged = true
      options.onDiverged?.()
    },
  })

  async function tick(): Promise<void> {
    const now = clock.now()
    board.advance(now)
    slowClock.warnOnce()
    await storage.lookForRoom(log)
    if (isStopping) return
    if (storage.refusal()) await writer.look()
    else if (writer.hasWork(now)) await writer.work()
    else sweeper.schedule(writer.nextDue())
  }

  function run(call: Call): CallResult | Promise<CallResult> {
    if (isStopping) fail("unavailable", "The server is stopping.")
    pace.noteCall()
    const { kind } = call.operation
    const refusal = kind === "command" ? storage.refusal() : undefined
    if (refusal) throw refusal
    const now = clock.now()
    if (kind === "query") presence.note(call, call.actor, now)
    if (kind !== "command") {
      try {
        const answer = writer.answerNow(call, now)
        // Who waits is answered later, and may miss an index only then.
        if (answer) return answer instanceof Promise ? withIndexes(call, answer) : answer
      } catch (error) {
        return indexing.again(error, call, run)
      }
    }
    return withIndexes(call, new Promise((resolve, reject) => writer.add({ call, resolve, reject })))
  }

  function withIndexes(call: Call, answered: Promise<CallResult>): Promise<CallResult> {
    const began = clocks.monotonic()
    return answered.catch((error: unknown) =>
      indexing.again(error, afterWaiting(call, clocks.monotonic() - began), run),
    )
  }

  /** Calls whose answers do not rest on the board alone. */
  function runAny(call: Call): CallResult | Promise<CallResult> {
    if (isPastCall(call)) {
      const { durableSeq: seq, reach } = writer
      return askPast(past, call, { seq, now: clock.now(), reach })
    }
    if (isTrailCall(call)) return answerTrail(log, call, run)
    if (isPointsCall(call)) return answerPoints(log, call, run)
    return run(call)
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
  const stopWatching = log.watch(() => void writer.look())
  const server = { host: policy.host, url: options.url }
  const stopSharing = log.peers && shareNotices(log.peers, { server, presence, outputs, places })
  await writer.work()
  const verifying = log.verifyHistory(closing.signal).catch((error: unknown) => storage.noteDamage(error))
  return {
    run: whenSearchable(search, runAny),
    health,
    leaseToken: ({ task, epoch, agent, session }) => {
      const lease = board.tasks.get(numberOf(task))?.lease
      return lease && isHeldIn(lease, agent, session) ? token(task, epoch) : undefined
    },
    get seq() {
      return writer.durableSeq
    },
    reach: writer.reach,
    onReset: () => () => undefined,
    subscribe: (listener) => publisher.subscribe(listener),
    watchOutput(listener) {
      const stops = [outputs, places].map((each) => each.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    latestOutput: () => [...outputs.latest()].filter(({ task }) => board.tasks.get(task)?.status === "doing"),
    history: (after) => publisher.history(after),
    tick,
    async close() {
      if (isStopping) return
      isStopping = true
      stopWatching()
      stopSharing?.()
      closing.abort()
      sweeper.close()
      const ended = writer.close()
      search.close()
      indexing.close()
      await past.close()
      await ended
      await verifying
      if (hasDiverged) return // the log does not hold this board, and is read anew
      // Also after the disk failed: the checkpoint shows the next start that a journal is missing.
      await checkpointer.close()
      await log.close()
    },
  }
}
