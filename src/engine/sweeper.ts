/** Over this much time between two looks at the clock, the server was away: stopped, or its machine asleep. */
export const awayAfter = 30_000

const rhythm = 5_000
const longest = 2 ** 31 - 1

/**
 * Makes what time brings happen promptly: calls `sweep` when the next thing is due, and at a steady rhythm so
 * that a machine that slept is noticed. Correctness does not rest on it: what is overdue is settled before
 * anyone could see it.
 */
export interface Sweeper {
  /** When the next thing is due, in ms since 1970. */
  schedule(at: number | undefined): void
  close(): void
}

export function createSweeper(clock: () => number, sweep: () => void): Sweeper {
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let isClosed = false
  const pulse = setInterval(sweep, rhythm).unref()
  return {
    schedule(at = Infinity) {
      if (isClosed || at === due) return
      due = at
      clearTimeout(timer)
      if (at === Infinity) return
      const fire = () => {
        due = Infinity
        sweep()
      }
      timer = setTimeout(fire, Math.min(longest, Math.max(0, at - clock()) + 1)).unref()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(pulse)
    },
  }
}
