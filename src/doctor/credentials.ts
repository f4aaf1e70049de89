import { stat } from "node:fs/promises"
import { credentialsPath } from "../terminal/credentials.ts"
import { ok, warn, type Check } from "./check.ts"

/** Whether only this user can read the tokens that `upnext login` stored. */
export const credentials: Check = {
  name: "credentials",
  async look({ env }) {
    const path = credentialsPath(env)
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return undefined
    if (stats.mode & 0o077) return warn(`Other users can read ${path}.`, `chmod 600 ${path}`)
    return ok(path)
  },
}
