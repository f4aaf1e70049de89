import { stat } from "node:fs/promises"
import { configPath } from "../config/config.ts"
import { UpnextError } from "../errors.ts"
import { hintOf } from "../terminal/hints.ts"
import { failure, ok, warn, type Check } from "./check.ts"

export const config: Check = {
  name: "config",
  async look({ home, config: loaded, configError }) {
    const path = configPath(home)
    if (!loaded) {
      if (!(configError instanceof UpnextError)) throw configError
      return failure(configError.message, hintOf(configError))
    }
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return ok(`no ${path}: the defaults hold`)
    if (stats.mode & 0o077) return warn(`${path} can be read by others.`, `chmod 600 ${path}`)
    return ok(path)
  },
}
