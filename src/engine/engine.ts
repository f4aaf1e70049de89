import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import type { Policy } from "../domain/context.ts"
import { isHeldIn } from "../domain/rules/sessions.ts"
import { numberOf } from "../domain/wire/names.ts"
import type { Log } from "../storage/log.ts"
import type { Engine, EngineHealth } from "./api.ts"
import { createCheckpointer } from "./checkpointer.ts"
import { createIndexing } from "./indexing.ts"
import { createClock, type Clocks } from "./clock.ts"
import { createOutputs } from "./outputs.ts"
import { createOutputPlaces } from "./output-places.ts"
import type { Past } from "./past.ts"
import { createBackgroundThrottle } from "./background-throttle.ts"
import { createPresence } from "./presence.ts"
import { createPublisher } from "./publisher.ts"
import { createReader } from "./reader.ts"
import { restoreBoard } from "./restore.ts"
import { createRunner } from "./runner.ts"
import { shareNotices } from "./server-notices.ts"
import { createSlowClockReport } from "./slow-clock.ts"
import { createStorageHealth } from "./storage-health.ts"
import { createSweeper } from "./sweeper.ts"
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
  const throttle = createBackgroundThrottle()
  const checkpointer = createCheckpointer(log, board, throttle, warn)
  const sweeper = createSweeper(clock.now, () => void tick())
  const contextAt = (now: number) => ({ now, policy, presence, outputs, places, search, token })
  const read = createReader(board, contextAt)
  const indexing = createIndexing(board)
  let isStopping = false
  let hasDiverged = false
  const writer = createWriter({
    log,
    board,
    clock,
    storage,
    publisher,
    checkpointer,
    contextAt,
    read,
    onRound(nextDue) {
      sweeper.schedule(nextDue) // a full disk is tried again at the sweeper's own rhythm
      if (hasDiverged || storage.current().status !== "storage_diverged") return
      hasDiverged = true
      options.onDiverged?.()
    },
  })

  const run = createRunner({
    log,
    board,
    clock,
    storage,
    presence,
    throttle,
    search,
    indexing,
    past,
    writer,
    isStopping: () => isStopping,
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

  slowClock.warnOnce()
  const stopWatching = log.watch(() => void writer.look())
  const server = { host: policy.host, url: options.url }
  const stopSharing = log.peers && shareNotices(log.peers, { server, presence, outputs, places })
  await writer.work()
  const verifying = log.verifyHistory(closing.signal).catch((error: unknown) => storage.noteDamage(error))
  return {
    run,
    health: () =>
      isStopping ? { status: "stopping" } : { ...healthOf(storage.current(), search), ...slowClock.health() },
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

// --- internal ---

/** The health of the storage and of the search. */
function healthOf(stored: EngineHealth, { trouble: detail }: SearchIndex): EngineHealth {
  if (detail === undefined) return stored
  return { ...(stored.status === "ok" ? { status: "degraded", detail } : stored), search: { detail } }
}
