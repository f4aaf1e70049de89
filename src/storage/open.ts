import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { dirname, join } from "node:path"
import { asRefusal } from "../file-errors.ts"
import { makeDirectory } from "../make-directory.ts"
import { syncDirectory } from "./durable-file.ts"
import { openJournal } from "./journal/journal.ts"
import type { Holder } from "./lock/holder.ts"
import { acquireLock, type Lock } from "./lock/lock.ts"
import type { Log, ReadCommands } from "./log.ts"

export interface StorageOptions {
  /** UPNEXT_HOME; made if it is not there. */
  readonly home: string
  readonly holder: Holder
  warn(message: string): void
  readonly readCommands: ReadCommands
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
export async function openStorage({ home, holder, warn, readCommands }: StorageOptions): Promise<Storage> {
  const directory = dataDirectory(home)
  await makeUsable(home)
  await makeUsable(directory)
  const lock = await acquireLock({ directory, holder })
  try {
    return { directory, lock, log: await openJournal({ directory, warn, readCommands }) }
  } catch (error) {
    await lock.close()
    throw error
  }
}

// --- internal ---

async function makeUsable(directory: string): Promise<void> {
  // A parent directory that we may enter but not read cannot be synced. That is no reason to refuse.
  for (const made of await makeDirectory(directory)) await syncDirectory(dirname(made)).catch(() => {})
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asRefusal(error, directory)
  })
}
