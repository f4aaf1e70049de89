import { ok, warn, type Check } from "./check.ts"
import { hintFor } from "../terminal/hints.ts"
import { findMissing, findRunning } from "../home/running.ts"

export const lock: Check = {
  name: "lock",
  needs: ["home"],
  async look({ home, config, isDatabaseFound }) {
    if (config.database !== undefined && !isDatabaseFound) return undefined
    const held = await findRunning(home)
    const missing = held?.holder ? undefined : await findMissing(home)
    if (missing) {
      const { server, isSilent } = missing
      const who = `the server at ${server.url ?? "an unknown address"} (pid ${server.pid})`
      const detail = isSilent
        ? `Held by ${who}, which is not responding.`
        : `Free, but ${who} did not release the lock: the server was killed or crashed.`
      return warn(detail, hintFor("unreachable", { home, ...missing, isDiagnosis: true }), { ...missing })
    }
    // Servers on a database share the home, so none of them holds the lock.
    if (isDatabaseFound) return undefined
    if (!held) return ok("free: no server is using this data directory")
    const { holder } = held
    if (!holder) {
      return warn(
        "Held by a process that is not responding.",
        "The process may be stopped or hung. Check which process is using this data directory.",
      )
    }
    return ok(
      `held by the server at ${holder.url ?? "an address not known yet"} (pid ${holder.pid}, version ${holder.version})`,
      { holder },
    )
  },
}
