import type { Runtime, Timer } from "../machine/runtime.ts"

const rhythmMs = 5_000
/** The longest delay that a timer of Node takes. */
const longestMs = 2 ** 31 - 1

/**
 * Makes time-dependent changes happen promptly. Calls `sweep` when the next change is due, and also at regular
 * intervals, to notice that the machine slept or that the clock was set. Correctness does not depend on it: overdue
 * changes are settled before anyone could see them.
 */
export type Sweeper = ReturnType<typeof createSweeper>

export function createSweeper(
  { after, every }: Pick<Runtime, "after" | "every">,
  now: () => number,
  sweep: () => void,
) {
  let timer: Timer | undefined
  let due = Infinity
  let isClosed = false
  const pulse = every(rhythmMs, sweep)
  return {
    /** When the next thing is due, in ms since 1970. Sweeping too early is harmless: it is scheduled again. */
    schedule(at = Infinity): void {
      if (isClosed || at === due) return
      due = at
      timer?.cancel()
      if (at === Infinity) return
      const fire = () => {
        due = Infinity
        sweep()
      }
      timer = after(Math.min(longestMs, Math.max(0, at - now()) + 1), fire)
    },
    close(): void {
      isClosed = true
      timer?.cancel()
      pulse.cancel()
    },
  }
}
