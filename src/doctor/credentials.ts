import { stat } from "node:fs/promises"
import { credentialsPath } from "../terminal/credentials.ts"
import { ok, warn, type Check } from "./check.ts"

/** Whether the tokens that `upnext login` keeps are for this user alone. */
export const credentials: Check = {
  name: "credentials",
  async look({ env }) {
    const path = credentialsPath(env)
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return undefined
    if (stats.mode & 0o077) return warn(`${path} can be read by others.`, `chmod 600 ${path}`)
    return ok(path)
  },
}
