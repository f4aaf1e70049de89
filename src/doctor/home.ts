import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { otherOwner, succeeds } from "../machine/file-errors.ts"
import { hintFor } from "../terminal/hints.ts"
import { dataDirectory } from "../storage/open.ts"
import { failure, ok, warn, type Check, type Finding } from "./check.ts"

/** Whether the home and its data directory exist, can be read and written, and are closed to other users. */
export const home: Check = {
  name: "home",
  async look({ home: directory, config }) {
    if (config.database !== undefined) return undefined
    const missing = await lookAt(directory)
    if (missing) return missing
    if (!(await succeeds(stat(directory))))
      return ok(`${directory} does not exist yet; the first start creates it`)
    const data = dataDirectory(directory)
    return (await lookAt(data)) ?? ok(directory)
  },
}

// --- internal ---

async function lookAt(directory: string): Promise<Finding | undefined> {
  const stats = await stat(directory).catch((error: unknown) => error as NodeJS.ErrnoException)
  if (stats instanceof Error) {
    if (stats.code !== "ENOENT")
      return failure(`${directory}: ${stats.message}`, "Set UPNEXT_HOME to another directory.")
    const parent = await nearestParent(directory)
    if (await canUse(parent)) return undefined
    return failure(
      `${directory} does not exist and cannot be created in ${parent}.`,
      "Set UPNEXT_HOME to another directory.",
    )
  }
  if (!stats.isDirectory()) {
    return failure(
      `${directory} is not a directory.`,
      "Move it out of the way, or set UPNEXT_HOME to another directory.",
    )
  }
  if (!(await canUse(directory))) {
    const owner = otherOwner(directory)
    return failure(
      `${directory} cannot be read and written by this user${owner ? `, because it belongs to ${owner.name}` : ""}.`,
      owner
        ? hintFor("home_not_writable", { path: owner.directory, obstacle: "owner" })
        : `chmod 700 ${directory}`,
    )
  }
  if (stats.mode & 0o077) return warn(`${directory} is open to other users.`, `chmod 700 ${directory}`)
  return undefined
}

async function nearestParent(directory: string): Promise<string> {
  const parent = dirname(directory)
  return parent === directory || (await succeeds(stat(parent))) ? parent : nearestParent(parent)
}

function canUse(directory: string): Promise<boolean> {
  return succeeds(access(directory, constants.R_OK | constants.W_OK | constants.X_OK))
}
