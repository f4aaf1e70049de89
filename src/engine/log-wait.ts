import type { Runtime, Timer } from "../machine/runtime.ts"

/**
 * Lets queries be answered while a log keeps a round waiting: until the round decides, the board holds nothing that is
 * not durable. Where the log takes very long, even what was decided is taken off the board for the time being.
 */
export type LogWait = ReturnType<typeof createLogWait>

/** @param answer answers the queries that wait for the round, when they may be answered */
export function createLogWait({ after }: Pick<Runtime, "after">, answer: () => void) {
  let isReadable = false
  let isOver = false
  let begin = () => {}
  let timer: Timer | undefined
  return {
    /** Waits for the log. If that takes long, calls `takeBack`, which makes the board hold only what is durable. */
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
    /** The round decides now, so the board begins to hold what is not durable. */
    suspend(): void {
      isReadable = isOver = false
      if (timer) begin()
    },
    /** Whether the board holds nothing but what is durable, although a round is under way. */
    get isReadable() {
      return isReadable
    },
    /** Whether the round has waited for so long that queries may see what is overdue. */
    get isOver() {
      return isOver
    },
  }
}

// --- internal ---

const longWaitMs = 1000
