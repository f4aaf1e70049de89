import type { Runtime, Timer } from "../machine/runtime.ts"

/**
 * `reached`: the board contains the event. `beyond`: the log was read after the question arrived, and it ends
 * before the event. `behind`: the time was up, or the log could not be read.
 */
export type Reached = "reached" | "beyond" | "behind"

export interface ReachOptions {
  /** How long to wait, in ms. */
  readonly waitMs: number
}

/** Calls that wait until the board contains an event, which another server may have written. */
export type SeqWaiters = ReturnType<typeof createSeqWaiters>

/** @param look is called when the log should be read */
export function createSeqWaiters(
  { after }: Pick<Runtime, "after">,
  durableSeq: () => number,
  look: () => void,
) {
  const waiters = new Set<Waiter>()

  function settle(waiter: Waiter, reached: Reached): void {
    waiters.delete(waiter)
    waiter.timer.cancel()
    waiter.resolve(reached)
  }

  return {
    reach(seq: number, { waitMs }: ReachOptions): Promise<Reached> {
      if (seq <= durableSeq()) return Promise.resolve("reached")
      return new Promise((resolve) => {
        const timer = after(waitMs, () => settle(waiter, "behind"))
        const waiter: Waiter = { seq, resolve, timer, isLooking: false }
        waiters.add(waiter)
        look()
      })
    },
    /** From now on the log is read. */
    begin(): void {
      for (const waiter of waiters) waiter.isLooking = true
    },
    /** The board has reached this seq; `hasRead`: the log has been read to its end since `begin`. */
    end(hasRead: boolean): void {
      for (const waiter of waiters) {
        if (waiter.seq <= durableSeq()) settle(waiter, "reached")
        else if (waiter.isLooking && hasRead) settle(waiter, "beyond")
      }
    },
    close(): void {
      for (const waiter of waiters) settle(waiter, "behind")
    },
  }
}

// --- internal ---

interface Waiter {
  readonly seq: number
  readonly timer: Timer
  resolve(reached: Reached): void
  /** True once a reading of the log has begun after the question. */
  isLooking: boolean
}
