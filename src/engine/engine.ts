import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import type { NewToken, Policy } from "../domain/context.ts"
import { namedFiles } from "../domain/read-models/named-files.ts"
import { isHeldIn } from "../domain/rules/sessions.ts"
import { numberOf } from "../domain/wire/names.ts"
import type { Runtime } from "../machine/runtime.ts"
import type { Log } from "../storage/log.ts"
import type { Engine, EngineHealth, HeldLease } from "./api.ts"
import { createCheckpointer } from "./checkpointer.ts"
import { createClock } from "./clock.ts"
import { createOutputs } from "./output-store.ts"
import { createOutputPlaces } from "./output-places.ts"
import type { Past } from "./past.ts"
import { createBackgroundThrottle } from "./background-throttle.ts"
import { createIdentities } from "./identities.ts"
import { createPresence } from "./presence-notes.ts"
import { createPublisher } from "./publisher.ts"
import { restoreBoard } from "./restore.ts"
import { createRunner } from "./runner.ts"
import { shareNotices } from "./server-notices.ts"
import { createSlowClockReport, type SlowClockReport } from "./slow-clock.ts"
import { createStorageHealth, type StorageHealth } from "./storage-health.ts"
import { createSweeper } from "./sweeper.ts"
import { createTick } from "./tick.ts"
import { createWriter } from "./writer.ts"

export interface EngineOptions {
  readonly log: Log
  readonly policy: Policy
  readonly runtime: Runtime
  /** This server's URL, as given to clients of other servers on the same log. */
  readonly url: string
  token(task: string, epoch: number): string
  /** Returns the current lease token for a token signed by an older version; any other text is returned unchanged. */
  renewLeaseToken(given: string): string
  /** While memory is nearly full, refuses input that would stay in memory. */
  checkRoom?(): void
  /** Creates an account token. */
  createToken(): NewToken
  /** Receives each text once it is durable, and is closed when the engine is. */
  readonly search: SearchIndex
  /** Answers questions about the past, and is closed with the engine. */
  readonly past: Past
  readonly warn: (message: string, error?: unknown) => void
  /** For tests: receives the board between commits. */
  readonly inspect?: (board: Board) => void
  /**
   * Called once if the log has returned to an earlier state. The engine then accepts no more calls and must be closed.
   */
  readonly onDiverged?: () => void
}

/** The only writer to a log in this process. Restores the board first. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { runtime, log, policy, token, createToken, search, warn } = options
  const board = await restoreBoard(runtime, log)
  options.inspect?.(board)
  search.put(allTexts(board))
  const { monotonic, random } = runtime
  const clock = createClock({ monotonic, wall: log.wall ?? runtime.wall }, () => board.counters.at)
  const slowClock = createSlowClockReport(clock, warn)
  const identities = createIdentities(runtime, board, clock.now)
  const publisher = createPublisher({ log, board, search, identities, warn })
  const presence = createPresence(log.peers !== undefined)
  const outputs = createOutputs(clock.now())
  const places = createOutputPlaces(outputs, monotonic)
  const storage = createStorageHealth(warn, monotonic)
  const throttle = createBackgroundThrottle(runtime)
  const checkpointer = createCheckpointer(log, board, throttle, warn)
  const sweeper = createSweeper(runtime, clock.now, () => void tick())
  const closing = new AbortController()
  const { signal } = closing
  const divergence = createDivergence(storage, options.onDiverged)
  const { lastUse } = identities
  const known = { policy, presence, outputs, places, search, token, createToken, lastUse, random }
  const contextAt = (now: number) => ({ now, ...known })
  const onRound = (nextDue: number | undefined) => {
    sweeper.schedule(nextDue) // the sweeper also checks whether a full disk has free space again
    divergence.check()
  }
  const base = { ...options, board, clock, storage }
  const writer = createWriter({ ...base, publisher, checkpointer, contextAt, onRound })
  const runner = createRunner({ ...base, presence, throttle, writer, signal })
  const tick = createTick({ log, board, clock, slowClock, storage, sweeper, writer, signal })

  slowClock.warnOnce()
  const stopWatching = log.watch(() => void writer.look())
  const server = { host: policy.host, url: options.url }
  const stopSharing = log.peers && shareNotices(log.peers, { runtime, server, presence, outputs, places })
  await writer.work()
  const verifying = log.verifyHistory(signal).catch((error: unknown) => storage.noteDamage(error))
  return {
    run: runner.run,
    health: () => (signal.aborted ? { status: "stopping" } : healthOf(storage, search, slowClock)),
    identities,
    leaseToken: (held) => (isHeld(board, held) ? token(held.task, held.epoch) : undefined),
    get seq() {
      return writer.durableSeq
    },
    boardFacts: () => ({ id: board.counters.board, tasks: board.tasks.size }),
    reach: writer.reach,
    onReset: () => () => undefined,
    subscribe: publisher.subscribe,
    watchOutput(listener) {
      const stops = [outputs, places].map((each) => each.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    latestOutput: () => [...outputs.latest()].filter(({ task }) => board.tasks.get(task)?.status === "doing"),
    history: publisher.history,
    namedFiles: () => writer.view(() => namedFiles(board)),
    tick,
    async close() {
      if (signal.aborted) return
      closing.abort()
      stopWatching()
      stopSharing?.()
      sweeper.close()
      identities.close()
      const ended = writer.close()
      await runner.close()
      await ended
      await verifying
      if (divergence.isFound) return // the board does not match the log, so the log is read again
      // The checkpoint is written even after a disk failure, so that the next start can detect a missing journal.
      await checkpointer.close()
      await log.close()
    },
  }
}

// --- internal ---

/** Checks after each round whether the log has diverged, and reports a divergence once. */
function createDivergence(storage: StorageHealth, tell: (() => void) | undefined) {
  let isFound = false
  return {
    get isFound() {
      return isFound
    },
    check() {
      if (isFound || storage.current().status !== "storage_diverged") return
      isFound = true
      tell?.()
    },
  }
}

/** The health of the storage, search and clock. */
function healthOf(storage: StorageHealth, search: SearchIndex, slowClock: SlowClockReport): EngineHealth {
  const stored = storage.current()
  const { trouble: detail } = search
  const clock = slowClock.health()
  if (detail === undefined) return { ...stored, ...clock }
  const own: EngineHealth = stored.status === "ok" ? { status: "degraded", detail } : stored
  return { ...own, search: { detail }, ...clock }
}

function isHeld(board: Board, { task, agent, session }: HeldLease): boolean {
  const lease = board.tasks.get(numberOf(task))?.lease
  return lease != null && isHeldIn(lease, agent, session)
}
