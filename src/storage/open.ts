import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { withoutPassword } from "./database-url.ts"
import { asRefusal } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import { machineRuntime } from "../machine/runtime.ts"
import { syncDirectory } from "../machine/durable-file.ts"
import { attachmentsPlace, homeDriver, removeUnfinished } from "./attachments/home-driver.ts"
import { createAttachmentStore, type AttachmentStore } from "./attachments/store.ts"
import { openJournal } from "./journal/journal.ts"
import { checkNotMoved } from "./journal/moved.ts"
import { loadHomeId } from "./make-home-id.ts"
import { loadKey } from "./key.ts"
import { announce } from "./lock/announce.ts"
import type { Holder } from "./lock/holder.ts"
import { acquireLock } from "./lock/lock.ts"
import type { Storage, StorageOptions } from "./storage.ts"

export const dataDirectory = (home: string): string => join(home, "data")

/**
 * Opens the board in a database, or the journal in a data directory. Rejects with `home_not_writable`, `home_locked`,
 * `storage_damaged`, `storage_newer_format`, `board_moved`, or as `openPostgres` does.
 */
export function openStorage(options: StorageOptions): Promise<Storage> {
  return options.database === undefined ? openInHome(options) : openInDatabase(options, options.database)
}

// --- internal ---

/** Uses the data directory only so that commands can find the server; works without a data directory. */
async function openInDatabase(options: StorageOptions, database: string): Promise<Storage> {
  const { home, holder, board, databaseDirect, warn, readCommands } = options
  const { openPostgres } = await import("./postgres/parts.ts")
  const told = (next: Holder): Holder => ({ ...next, database: withoutPassword(database), board })
  const storage = await openPostgres({ database, databaseDirect, board, holder, warn, readCommands })
  const announced = await announce(home, told(holder))
  if (!announced)
    warn(`Commands cannot find this server through ${home}, which is not writable. Use its URL instead.`)
  return {
    ...storage,
    homeId: await keepHomeId(home),
    update(next) {
      storage.update(next)
      announced?.update(told(next))
    },
    async close() {
      try {
        await storage.close()
      } finally {
        await announced?.close()
      }
    },
  }
}

/** Locks the data in a home, creating its directory if needed. */
async function openInHome({ home, holder, warn, readCommands }: StorageOptions): Promise<Storage> {
  const directory = dataDirectory(home)
  await makeUsable(home)
  await makeUsable(directory)
  const lock = await acquireLock({ directory, holder })
  try {
    await checkNotMoved(directory)
    const log = await openJournal({ directory, warn, readCommands })
    await removeUnfinished(attachmentsPlace(directory))
    const attachments = openAttachments(directory)
    return {
      log,
      attachments,
      source: { kind: "journal", directory },
      key: await loadKey(directory),
      homeId: await loadHomeId(directory).catch((error: unknown) => {
        throw asRefusal(error, directory)
      }),
      checkpointAt: await stat(join(directory, "board.json")).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
      update: (next) => lock.update(next),
      async close() {
        try {
          await attachments.close()
          await log.close()
        } finally {
          await lock.close()
        }
      },
    }
  } catch (error) {
    await lock.close()
    throw error
  }
}

/** The files attached to the tasks in a home. The directory for files is created only with the first file. */
function openAttachments(directory: string): AttachmentStore {
  const place = attachmentsPlace(directory)
  const { monotonic } = machineRuntime
  return createAttachmentStore({
    driver: homeDriver(place),
    monotonic,
    spoolIn: () => Promise.resolve(place),
  })
}

/** The id of a home whose board is in a database; undefined if the home is not writable. */
async function keepHomeId(home: string): Promise<string | undefined> {
  const directory = dataDirectory(home)
  try {
    await makeDirectory(directory)
    return await loadHomeId(directory)
  } catch {
    return undefined
  }
}

async function makeUsable(directory: string): Promise<void> {
  // A parent directory without read permission cannot be synced, which is acceptable.
  for (const made of await makeDirectory(directory)) await syncDirectory(dirname(made)).catch(() => {})
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asRefusal(error, directory)
  })
}
