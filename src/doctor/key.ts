import { join } from "node:path"
import { readKey } from "../storage/key.ts"
import { dataDirectory } from "../storage/open.ts"
import { ok, warn, type Check } from "./check.ts"
import { reportOf } from "./storage.ts"

/** Whether the server's secret exists. With it, the server recognizes the leases that it granted before a restart. */
export const key: Check = {
  name: "key",
  needs: ["home"],
  async look(surroundings) {
    if (surroundings.config.database !== undefined) return undefined
    const { journal } = await reportOf(surroundings)
    if (journal.state === "missing") return undefined
    const directory = dataDirectory(surroundings.home)
    if (await readKey(directory)) return ok("present, so leases survive a restart")
    return warn(
      `${join(directory, "key")} is missing.`,
      "Restore the key from a backup. Without a backup, the next start creates a new key, and tasks that are held must be claimed again.",
    )
  },
}
