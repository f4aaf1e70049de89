import type { Runtime } from "../machine/runtime.ts"
import type { Rest } from "../storage/log.ts"

/**
 * Limits background work to a sixteenth of the time while calls are arriving. When there are no calls, the work
 * runs at full speed.
 */
export type BackgroundThrottle = ReturnType<typeof createBackgroundThrottle>

export function createBackgroundThrottle({ after, turn }: Pick<Runtime, "after" | "turn">) {
  let calls = 0
  let isHurried = false
  const hurrying = new Set<() => void>()

  /** Waits for `ms`; the wait ends early when `hurry` is called. */
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
    /** Called when background work begins. Returns the function that pauses the work between slices. */
    begin(): Rest {
      let seen = calls
      return async (tookMs) => {
        await turn() // counts the calls that arrived during the slice
        if (isHurried || calls === seen) return
        seen = calls
        await sleep(tookMs * restShare)
      }
    },
    /** Ends any pause in progress, and prevents later pauses. */
    hurry(): void {
      isHurried = true
      for (const wake of hurrying) wake()
    },
  }
}

// --- internal ---

/**
 * The length of a pause, as a multiple of the preceding slice's length. While a checkpoint of 100,000 tasks was written
 * without pauses, 64 clients got only 0.4 to 0.6 times as much done as usual.
 */
const restShare = 15
