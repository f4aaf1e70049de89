import { stat } from "node:fs/promises"
import { configPath } from "../config/config-file.ts"
import { hintOf } from "../terminal/hints.ts"
import { failure, ok, warn, type Check } from "./check.ts"

export const config: Check = {
  name: "config",
  async look({ home, configErrors }) {
    const path = configPath(home)
    const [first] = configErrors
    if (first) return failure(configErrors.map(({ message }) => message).join(" "), hintOf(first))
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return ok(`no ${path}: the defaults apply`)
    if (stats.mode & 0o077) return warn(`Other users can read ${path}.`, `chmod 600 ${path}`)
    return ok(path)
  },
}
