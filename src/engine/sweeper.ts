import type { Runtime, Timer } from "../machine/runtime.ts"

const rhythmMs = 5_000
/** The longest delay that a timer of Node takes. */
const longestMs = 2 ** 31 - 1

/**
 * Makes what time brings happen promptly: calls `sweep` when the next thing is due, and at a steady rhythm besides,
 * which notices a machine that slept or a clock that was set. Correctness does not rest on it: what is overdue is
 * settled before anyone could see it.
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
