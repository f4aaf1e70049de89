import { ok, warn, type Check } from "./check.ts"
import { findRunning } from "./running.ts"

export const lock: Check = {
  name: "lock",
  needs: ["home"],
  async look({ home, config }) {
    if (config?.database !== undefined) return undefined
    const held = await findRunning(home)
    if (!held) return ok("free: no server runs on this home")
    const { holder } = held
    if (!holder) {
      return warn(
        "Held by a process that does not answer.",
        "It may be stopped or hang; see what runs on this home.",
      )
    }
    return ok(
      `held by the server at ${holder.url ?? "an address not known yet"} (pid ${holder.pid}, version ${holder.version})`,
      {
        holder,
      },
    )
  },
}
