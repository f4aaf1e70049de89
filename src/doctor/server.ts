import { createClient } from "../client/client.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { findRunning } from "./running.ts"

/** The health and the version of the server that runs on this home. */
export const server: Check = {
  name: "server",
  async look({ home, version }) {
    const held = await findRunning(home)
    const url = held?.holder?.url
    if (url === undefined) return ok("not running; `upnext start` starts it")
    const health = await createClient({ url, timeout: 2000 }).health()
    if (health.status !== "ok") {
      const why = typeof health.detail === "string" ? `: ${health.detail}` : ""
      return failure(
        `${url} says ${health.status}${why}`,
        "Its own output says more; mend the cause, then restart it.",
        { health },
      )
    }
    if (health.version !== version) {
      return warn(
        `${url} is of version ${health.version}, this is ${version}.`,
        "Restart the server to use the new version.",
        { health },
      )
    }
    return ok(`${url} is well, version ${version}`, { health })
  },
}
