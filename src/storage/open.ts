import { constants } from "node:fs"
import { access, mkdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { errno, syncDirectory } from "./durable-file.ts"
import { openJournal } from "./journal/journal.ts"
import type { Holder } from "./lock/holder.ts"
import { acquireLock, type Lock } from "./lock/lock.ts"
import type { Log } from "./log.ts"
import { asRefusal } from "./refusals.ts"

export interface StorageOptions {
  /** UPNEXT_HOME; made if it is not there. */
  readonly home: string
  readonly holder: Holder
  warn(message: string): void
}

export interface Storage {
  /** The data directory, for `loadKey`. */
  readonly directory: string
  readonly log: Log
  readonly lock: Lock
}

export const dataDirectory = (home: string): string => join(home, "data")

/**
 * Takes the data directory of a home and opens the log in it. Rejects with `home_not_writable`, `home_locked`,
 * `storage_damaged` or `storage_newer_format`. Close the log first, then the lock.
 */
export async function openStorage({ home, holder, warn }: StorageOptions): Promise<Storage> {
  const directory = dataDirectory(home)
  await makeUsable(home)
  await makeUsable(directory)
  const lock = await acquireLock({ directory, holder })
  try {
    return { directory, lock, log: await openJournal({ directory, warn }) }
  } catch (error) {
    await lock.close()
    throw error
  }
}

// --- internal ---

async function makeUsable(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw asRefusal(error, directory)
  }
  if (!(await isDirectory(directory))) fail("home_not_writable", `${directory} is not a directory.`)
}

/** Node's own recursive mkdir never ends where a parent says ENOENT though it exists, as all of /proc does. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if (errno(error) === "EEXIST") return
    if (errno(error) !== "ENOENT") throw error
    if (await isDirectory(dirname(directory))) fail("home_not_writable", `${directory} cannot be made.`)
    await makeDirectory(dirname(directory))
    await mkdir(directory, { mode: 0o700 })
  }
  // A parent that may be entered but not listed cannot be synced; that is no reason to refuse.
  await syncDirectory(dirname(directory)).catch(() => {})
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
