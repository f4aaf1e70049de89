import { formatDuration } from "../domain/wire/duration.ts"
import type { EngineHealth } from "./api.ts"
import { noteworthyMs, type Clock } from "./clock.ts"

/** Reports that the machine's clock is behind the board's time, in `/health` and once in the log. */
export type SlowClockReport = ReturnType<typeof createSlowClockReport>

export function createSlowClockReport(clock: Clock, warn: (message: string) => void) {
  let hasWarned = false
  return {
    health(): Pick<EngineHealth, "clock"> {
      const behindMs = clock.behindMs()
      return behindMs < noteworthyMs ? {} : { clock: { behindMs, detail: describe(behindMs) } }
    },
    /** Warns once; again only after the clock had caught up. */
    warnOnce(): void {
      const behindMs = clock.behindMs()
      const isBehind = behindMs >= noteworthyMs
      if (isBehind && !hasWarned) warn(describe(behindMs))
      hasWarned = isBehind
    },
  }
}

// --- internal ---

function describe(behindMs: number): string {
  const far = formatDuration(behindMs)
  return (
    `This machine's clock is ${far} behind the board's time. Until this clock catches up, times on the ` +
    "board are ahead of it, and leases and pauses last about a tenth longer. If the clock is wrong, correct it."
  )
}
