import type { Runtime } from "../machine/runtime.ts"
import type { Rest } from "../storage/log.ts"

/** Limits background work to a sixteenth of the time while calls come in. Without calls it runs at full speed. */
export type BackgroundThrottle = ReturnType<typeof createBackgroundThrottle>

export function createBackgroundThrottle({ after, turn }: Pick<Runtime, "after" | "turn">) {
  let calls = 0
  let isHurried = false
  const hurrying = new Set<() => void>()

  /** Ends early when the work is hurried. */
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        timer.cancel()
        hurrying.delete(wake)
        resolve()
      }
      const timer = after(ms, wake)
      hurrying.add(wake)
    })

  return {
    noteCall(): void {
      calls++
    },
    /** Called when such work begins. Returns the function that makes it rest. */
    begin(): Rest {
      let seen = calls
      return async (tookMs) => {
        await turn() // takes in the calls that arrived during the slice
        if (isHurried || calls === seen) return
        seen = calls
        await sleep(tookMs * restShare)
      }
    },
    /** From now on there are no rests, and a rest that has begun ends. */
    hurry(): void {
      isHurried = true
      for (const wake of hurrying) wake()
    },
  }
}

// --- internal ---

/**
 * The length of a rest, as a multiple of the length of the slice before it. Without rests, 64 clients did
 * only 0.4 to 0.6 times as much as usual while a checkpoint of 100,000 tasks was written.
 */
const restShare = 15
