import type { Board } from "../domain/board/board.ts"
import type { SearchIndex } from "../domain/board/search.ts"
import { fail } from "../errors.ts"
import type { Runtime } from "../machine/runtime.ts"
import type { Query } from "../operation.ts"
import type { Log } from "../storage/log.ts"
import type { Call, CallResult } from "./call.ts"
import type { Clock } from "./clock.ts"
import { createIndexing } from "./indexing.ts"
import { readPoints } from "./log-points.ts"
import type { BackgroundThrottle } from "./background-throttle.ts"
import { askPast, isPastCall, type Past } from "./past.ts"
import type { PresenceNotes } from "./presence-notes.ts"
import type { StorageHealth } from "./storage-health.ts"
import { readTaskEvents } from "./task-events.ts"
import type { Writer } from "./writer.ts"

export interface RunnerOptions {
  readonly runtime: Runtime
  readonly log: Pick<Log, "find" | "read">
  readonly board: Board
  readonly clock: Clock
  readonly storage: StorageHealth
  readonly presence: PresenceNotes
  readonly throttle: BackgroundThrottle
  /** It is closed with the runner. */
  readonly search: SearchIndex
  /** It is closed with the runner. */
  readonly past: Past
  readonly writer: Writer
  /** Aborted when the engine stops; from then on calls are refused. */
  readonly signal: AbortSignal
  renewLeaseToken(given: string): string
  /** Refuses input that would stay in memory while memory is nearly full. */
  checkRoom?(): void
}

/** Runs a call: prepares everything its operation declares, then answers or decides it. */
export function createRunner(options: RunnerOptions) {
  const { log, board, clock, storage, presence, throttle, search, past, writer, signal } = options
  const indexing = createIndexing(options.runtime, board)

  function run(given: Call): CallResult | Promise<CallResult> {
    const call = withLeaseTokenOfToday(given, options.renewLeaseToken)
    if (isPastCall(call)) {
      const { durableSeq: seq, reach } = writer
      return askPast(past, call, { seq, now: clock.now(), reach })
    }
    if (signal.aborted) fail("unavailable", "The server is stopping.")
    const refusal = call.operation.kind === "command" ? storage.refusal() : undefined
    if (refusal) throw refusal
    if (call.operation.grows) options.checkRoom?.()
    const preparing = prepare(call)
    if (preparing) return runAfter(preparing, call)
    return readsLog(call) ? readAndRun(call) : answer(call)
  }

  /** Waits for complete indexes, so that no call is answered from an incomplete index. */
  function prepare(call: Call): Promise<void> | undefined {
    const searchable = call.operation.searches?.(call.input) === true ? search.ready() : undefined
    return searchable ?? indexing.prepare(call)
  }

  async function runAfter(preparing: Promise<void>, call: Call): Promise<CallResult> {
    await preparing
    if (call.signal?.aborted) fail("unavailable", "The caller has disconnected.")
    return run(call)
  }

  /**
   * Reads the part of the log that the query needs, up to the last durable event. Commits and other queries
   * continue meanwhile. The result carries the seq from before the read, because it contains nothing later.
   */
  async function readAndRun(call: Call & { operation: Query }): Promise<CallResult> {
    const { operation, input } = call
    const { end, seq } = await writer.view(() => ({
      end: operation.trail?.(board, input),
      seq: board.counters.seq,
    }))
    const fromLog = {
      trail: end === undefined ? [] : await readTaskEvents(log, end),
      points: operation.points ? await readPoints(log, operation.points(input), seq) : [],
    }
    const { answer: shown } = await run({ ...call, fromLog })
    return { answer: shown, seq }
  }

  function answer(call: Call): CallResult | Promise<CallResult> {
    throttle.noteCall()
    const { kind } = call.operation
    const now = clock.now()
    if (kind === "query") presence.note(call, call.actor, now)
    const answered = kind === "command" ? undefined : writer.answerNow(call, now)
    return answered ?? new Promise((resolve, reject) => writer.add({ call, resolve, reject }))
  }

  return {
    run,
    /** Ends the preparations for calls. */
    close() {
      search.close()
      indexing.close()
      return past.close()
    },
  }
}

// --- internal ---

function withLeaseTokenOfToday(call: Call, renew: RunnerOptions["renewLeaseToken"]): Call {
  const { leaseToken } = call.input
  if (leaseToken === undefined) return call
  const renewed = renew(leaseToken)
  return renewed === leaseToken ? call : { ...call, input: { ...call.input, leaseToken: renewed } }
}

function readsLog(call: Call): call is Call & { operation: Query } {
  const { operation, fromLog } = call
  return operation.kind === "query" && !fromLog && (operation.trail ?? operation.points) !== undefined
}
