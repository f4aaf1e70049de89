import { formatDuration } from "../domain/wire/duration.ts"
import { ok, warn, type Check } from "./check.ts"
import { reportOf } from "./storage.ts"

/** Whether the machine's clock has fallen behind what is stored. A server works with that, at a slower time. */
export const clock: Check = {
  name: "clock",
  needs: ["home", "journal"],
  async look(surroundings) {
    const { lastAt } = (await reportOf(surroundings)).journal
    const behindMs = lastAt - Date.now()
    if (behindMs < noteworthyMs) return ok("not behind the board's last event")
    return warn(
      `The clock of this machine is ${formatDuration(behindMs)} behind the board's last event, of ${new Date(lastAt).toISOString()}.`,
      "If the clock is wrong, set it. If it is right, it was ahead when that was written: nothing needs to be done, " +
        "but leases and pauses take about a tenth longer until it has caught up.",
      { behindMs },
    )
  },
}

// --- internal ---

/** As the engine has it: less than this is not worth a word. */
const noteworthyMs = 5_000
