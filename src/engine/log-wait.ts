import type { Runtime, Timer } from "../machine/runtime.ts"

/**
 * Allows queries to be answered while a round waits for the log: until the round decides, everything on the board
 * is durable. If the log takes very long, changes that were already decided are also taken off the board
 * temporarily.
 */
export type LogWait = ReturnType<typeof createLogWait>

/** @param answer answers the queries that wait for the round, as soon as they may be answered */
export function createLogWait({ after }: Pick<Runtime, "after">, answer: () => void) {
  let isReadable = false
  let isOver = false
  let begin = () => {}
  let timer: Timer | undefined
  return {
    /**
     * Waits for the log. If that takes long, calls `takeBack`, which removes everything that is not durable from
     * the board.
     */
    async during<T>(waiting: Promise<T>, takeBack?: () => void): Promise<T> {
      isReadable = true
      begin = () => {
        timer?.cancel()
        timer = after(longWaitMs, () => {
          takeBack?.()
          isReadable = isOver = true
          answer()
        })
      }
      begin()
      answer()
      try {
        return await waiting
      } finally {
        timer?.cancel()
        timer = undefined
        isReadable = isOver = false
      }
    },
    /** The round decides now, so from here on the board contains changes that are not durable. */
    suspend(): void {
      isReadable = isOver = false
      if (timer) begin()
    },
    /** Whether everything on the board is durable although a round is in progress. */
    get isReadable() {
      return isReadable
    },
    /** Whether the round has waited so long that queries may see overdue state. */
    get isOver() {
      return isOver
    },
  }
}

// --- internal ---

const longWaitMs = 1000
