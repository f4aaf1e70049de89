import { formatDuration } from "../domain/wire/duration.ts"
import { plainTime } from "../domain/wire/time.ts"
import { ok, warn, type Check } from "./check.ts"
import { reportOf } from "./storage.ts"

/**
 * Whether the machine's clock is behind the last stored event. A server still works then, but its time runs more
 * slowly.
 */
export const clock: Check = {
  name: "clock",
  needs: ["home", "journal"],
  async look(surroundings) {
    if (surroundings.config.database !== undefined) return undefined
    const { lastAt } = (await reportOf(surroundings)).journal
    const behindMs = lastAt - Date.now()
    if (behindMs < noteworthyMs) return ok("not behind the board's last event")
    return warn(
      `This machine's clock is ${formatDuration(behindMs)} behind the board's last event, which was written at ${plainTime(lastAt)}.`,
      "If the clock is wrong, set it. If the clock is right, it was ahead when that event was written, and nothing needs to be done, " +
        "but leases and pauses last about a tenth longer until it has caught up.",
      { behindMs },
    )
  },
}

// --- internal ---

/** The same limit as in the engine. A smaller difference is not reported. */
const noteworthyMs = 5_000
