import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { dirname, join } from "node:path"
import { asRefusal } from "../file-errors.ts"
import { makeDirectory } from "../make-directory.ts"
import { syncDirectory } from "./durable-file.ts"
import { openJournal } from "./journal/journal.ts"
import { loadKey } from "./key.ts"
import { acquireLock } from "./lock/lock.ts"
import type { Storage, StorageOptions } from "./storage.ts"

export const dataDirectory = (home: string): string => join(home, "data")

/**
 * Opens a board of the database, where one is named. Otherwise takes the data directory of a home, which is made if it is
 * not there, and opens the log in it: rejects with `home_not_writable`, `home_locked`, `storage_damaged` or
 * `storage_newer_format`.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { home, database, holder, warn, readCommands } = options
  if (database !== undefined) {
    const { openPostgres } = await import("./postgres/open.ts")
    return openPostgres({ ...options, database })
  }
  const directory = dataDirectory(home)
  await makeUsable(home)
  await makeUsable(directory)
  const lock = await acquireLock({ directory, holder })
  try {
    const log = await openJournal({ directory, warn, readCommands })
    return {
      log,
      key: await loadKey(directory),
      update: (next) => lock.update(next),
      close: () => log.close().finally(() => lock.close()),
    }
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
