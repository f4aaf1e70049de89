import type { Board } from "../domain/board/board.ts"
import { isEmptyAndWaits, type Call, type CallResult } from "./call.ts"
import type { Clock } from "./clock.ts"
import type { PendingCall, Waiting } from "./waiting.ts"

export interface QueriesOptions {
  readonly board: Board
  readonly clock: Clock
  readonly waiting: Waiting
  read(call: Call, now: number): CallResult
}

/**
 * Queries that arrived while the board contained changes that were not durable. They are answered between two
 * rounds.
 */
export function createQueries({ board, clock, waiting, read }: QueriesOptions) {
  const held: PendingCall[] = []
  const views: (() => void)[] = []

  /** Answers a query, or lets it wait. */
  function settle(pending: PendingCall, now: number): void {
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

  /** Answers all of them. */
  function answerAll(): void {
    for (const look of views.splice(0)) look()
    for (const pending of held.splice(0)) settle(pending, clock.now())
  }

  return {
    get size() {
      return held.length + views.length
    },
    add: (pending: PendingCall) => void held.push(pending),
    /** Calls `look` when these queries are answered. */
    view: <T>(look: () => T) =>
      new Promise<T>((resolve) => {
        // Called synchronously: a moment later a round may have decided.
        views.push(() => resolve(new Promise((done) => done(look()))))
      }),
    answerAll,
    /** Answers from the current board; returns a promise for a call that waits for a better answer. */
    answer(call: Call, now: number) {
      const result = read(call, now)
      if (!isEmptyAndWaits(call, result)) return result
      return new Promise<CallResult>((resolve, reject) => waiting.add({ call, resolve, reject }, result))
    },
    /** Answers all of these queries, and repeats the waiting peeks if something may have become ready. */
    endRound() {
      answerAll()
      const now = clock.now()
      board.advance(now)
      for (const pending of waiting.peeksToRepeat()) settle(pending, now)
    },
  }
}
