import type { Board } from "../domain/board/board.ts"
import type { Commit, Log } from "../storage/log.ts"
import { decideBatch, type Batch, type BatchInput } from "./batch.ts"
import { wasLeft, type Clock } from "./clock.ts"
import type { LogWait } from "./log-wait.ts"
import { absorb } from "./restore.ts"
import type { PendingCall, Waiting } from "./waiting.ts"

/**
 * The outcome of a commit: either the decisions are durable, or the board is unchanged and none of these calls
 * happened.
 */
export type CommitOutcome =
  | { readonly batch: Batch | undefined }
  | { readonly error: unknown; readonly undone: ReadonlySet<PendingCall> }

export interface GroupCommitOptions {
  readonly log: Log
  readonly board: Board
  readonly clock: Clock
  readonly waiting: Waiting
  readonly logWait: LogWait
  contextAt(now: number): BatchInput["context"]
  /**
   * Receives the commits that other servers have written since the log was last read. Called while the log's lock is
   * held, before any decision.
   */
  onOthers(others: readonly Commit[]): void
}

export function createGroupCommit(options: GroupCommitOptions) {
  const { log, board, clock, waiting, logWait, contextAt, onOthers } = options
  let settledAbsences = 0

  function decideRound(calls: readonly PendingCall[], now: number, wasAway: boolean): Batch {
    board.advance(now)
    board.begin()
    const { triedArrivals: arrivals } = waiting
    const round = { calls, waiting: waiting.claims(), arrivals, wasAway, context: contextAt(now) }
    const batch = decideBatch(board, round)
    waiting.tried(batch.arrivals)
    for (const { pending } of batch.verdicts) waiting.remove(pending)
    return batch
  }

  return {
    /** True if something is due, or if the server was down or asleep. */
    isOverdue: (now: number) => clock.absences !== settledAbsences || board.due <= now,
    /** One commit to the log. It decides these calls, and everything due or waiting, against the newest board. */
    async run(calls: readonly PendingCall[]): Promise<CommitOutcome> {
      const round: { batch?: Batch; isTakenBack?: boolean } = {}
      let absences = settledAbsences
      const takeBack = () => {
        round.isTakenBack = round.batch !== undefined
        board.rollback()
        board.forget()
      }
      try {
        const committing = log.commit((others, aliveAt) => {
          logWait.suspend()
          onOthers(others)
          const now = clock.now()
          absences = clock.absences
          const wasAway = log.wall ? wasLeft(log.wall(), aliveAt) : absences !== settledAbsences
          round.batch = decideRound(calls, now, wasAway)
          return round.batch.commit
        })
        // A log with one writer has already called `decide` at this point.
        await (round.batch ? committing : logWait.during(committing, takeBack))
        if (round.isTakenBack && round.batch?.commit) absorb(board, round.batch.commit)
        board.forget()
        settledAbsences = absences
        return { batch: round.batch }
      } catch (error) {
        board.rollback()
        board.forget()
        const decided = round.batch?.verdicts ?? []
        return { error, undone: new Set([...calls, ...decided.map(({ pending }) => pending)]) }
      }
    },
  }
}
