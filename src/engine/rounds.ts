import type { Board } from "../domain/board/board.ts"
import type { Runtime } from "../machine/runtime.ts"
import type { Commit, Log } from "../storage/log.ts"
import { deliver, type BatchInput, type Verdict } from "./batch.ts"
import type { Clock } from "./clock.ts"
import { createGroupCommit } from "./group-commit.ts"
import type { LogWait } from "./log-wait.ts"
import type { Publisher } from "./publisher.ts"
import { createSeqWaiters, type SeqWaiters } from "./seq-waiters.ts"
import { absorb } from "./restore.ts"
import type { StorageHealth } from "./storage-health.ts"
import type { PendingCall, Waiting } from "./waiting.ts"

/** Rounds with the log, one after the other. After each round, everything on the board is durable. */
export interface Rounds {
  /** The number of the last durable event on the board. */
  readonly durableSeq: number
  readonly reach: SeqWaiters["reach"]
  /** True if others may have written to the log since it was last read. */
  readonly mayBeBehind: boolean
  noteOthers(): void
  /** True if something is due by time or the server was away. */
  isOverdue(now: number): boolean
  /** True if something is overdue and can be settled. It must be settled before a query sees it. */
  mustSettle(now: number): boolean
  /**
   * Decides these calls, and everything due or waiting, in one commit. If there is nothing to decide or the storage
   * takes no writes, it only reads what others wrote. Resolves to false if that failed.
   */
  run(calls: readonly PendingCall[]): Promise<boolean>
  /** Answers the callers whose commit is durable. */
  deliver(): void
  close(): void
}

export interface RoundsOptions {
  readonly runtime: Runtime
  readonly log: Log
  readonly board: Board
  readonly clock: Clock
  readonly storage: StorageHealth
  readonly publisher: Publisher
  readonly waiting: Waiting
  readonly logWait: LogWait
  contextAt(now: number): BatchInput["context"]
  /** Called if the log should be read. */
  look(): void
}

export function createRounds(options: RoundsOptions): Rounds {
  const { log, board, clock, storage, publisher, waiting, logWait, look } = options
  const seqWaiters = createSeqWaiters(options.runtime, () => durableSeq, look)
  const group = createGroupCommit({
    ...options,
    onOthers(others) {
      mayBeBehind = false
      // No other server has written since the log was read, so this round also answers waiters that arrived
      // meanwhile.
      seqWaiters.begin()
      hold(others)
    },
  })
  const decided: Verdict[] = [] // durable, and not yet delivered
  let durableSeq = board.counters.seq
  let mayBeBehind = false

  /** Folds in and publishes the commits of others. */
  function hold(others: readonly Commit[]): void {
    if (others.length === 0) return
    for (const other of others) absorb(board, other)
    durableSeq = board.counters.seq
    for (const other of others) publisher.publish(other)
  }

  /** Reads the commits of others, without the lock. */
  async function takeIn(): Promise<boolean> {
    mayBeBehind = false
    try {
      hold(await logWait.during(log.catchUp()))
      storage.noteReachable()
      return true
    } catch (error) {
      storage.noteFailure(error)
      return false
    }
  }

  async function commit(calls: readonly PendingCall[]): Promise<boolean> {
    mayBeBehind = false // also if it fails: an immediate retry would spin
    const outcome = await group.run(calls)
    if ("error" in outcome) {
      storage.noteFailure(outcome.error)
      for (const { reject } of outcome.undone) reject(outcome.error)
      return false
    }
    const { commit: written, verdicts = [] } = outcome.batch ?? {}
    durableSeq = board.counters.seq
    if (written) storage.noteWritable()
    else storage.noteReachable()
    for (const verdict of verdicts) if (!letWait(waiting, verdict)) decided.push(verdict)
    if (written) publisher.publish(written)
    return true
  }

  return {
    get durableSeq() {
      return durableSeq
    },
    reach: seqWaiters.reach,
    get mayBeBehind() {
      return mayBeBehind
    },
    noteOthers: () => void (mayBeBehind = true),
    isOverdue: group.isOverdue,
    mustSettle: (now) => group.isOverdue(now) && storage.isWritable() && !logWait.isOver,
    async run(calls) {
      const refusal = storage.refusal()
      if (refusal) for (const { reject } of calls) reject(refusal)
      const mustDecide = () => calls.length > 0 || group.isOverdue(clock.now()) || waiting.hasChance()
      seqWaiters.begin()
      const isDone = await (refusal || (mayBeBehind && !mustDecide()) ? takeIn() : commit(calls))
      seqWaiters.end(isDone)
      return isDone
    },
    deliver: () => decided.splice(0).forEach(deliver),
    close: () => seqWaiters.close(),
  }
}

// --- internal ---

/** Makes the caller of an empty answer wait for a better one if the caller is willing to wait. */
function letWait(waiting: Waiting, { waits, pending, result }: Verdict): boolean {
  if (!waits || !result) return false
  waiting.add(pending, result)
  return true
}
