const rhythmMs = 5_000
/** The longest delay that a timer of Node takes. */
const longestMs = 2 ** 31 - 1

/**
 * Makes what time brings happen promptly: calls `sweep` when the next thing is due, and at a steady rhythm besides,
 * which notices a machine that slept or a clock that was set. Correctness does not rest on it: what is overdue is
 * settled before anyone could see it.
 */
export interface Sweeper {
  /** When the next thing is due, in ms since 1970. Sweeping too early is harmless: it is scheduled again. */
  schedule(at: number | undefined): void
  close(): void
}

export function createSweeper(now: () => number, sweep: () => void): Sweeper {
  let timer: NodeJS.Timeout | undefined
  let due = Infinity
  let isClosed = false
  const pulse = setInterval(sweep, rhythmMs).unref()
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
      timer = setTimeout(fire, Math.min(longestMs, Math.max(0, at - now()) + 1)).unref()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(pulse)
    },
  }
}
