import { dirname, join } from "node:path"
import { syncDirectory, putInPlace } from "../../machine/durable-file.ts"
import { errno, noneIfMissing } from "../../machine/file-errors.ts"
import { machineFiles, type FilePlace } from "../../machine/files.ts"
import { machineRuntime, type Runtime } from "../../machine/runtime.ts"
import { isKey, type AttachmentDriver } from "./driver.ts"
import { readPieces, unfinished } from "./spool.ts"

/**
 * Files in a directory of a home. unstorage's own file driver never syncs, so a power cut could leave a name
 * without its bytes. This driver syncs the bytes, renames the file into place and syncs the directory.
 */
export function homeDriver(
  { path: directory, files }: FilePlace,
  { wall }: Pick<Runtime, "wall"> = machineRuntime,
): AttachmentDriver {
  /** Puts and removals run one after the other, so that a file that was just put is not removed as too old. */
  let queue: Promise<unknown> = Promise.resolve()
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  return {
    name: "upnext-home",
    setItemRaw: (key, { path }) =>
      alone(async () => {
        const handle = await files.open(path, "r+")
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
        await putInPlace(path, join(directory, key), files)
      }),
    async getItemRaw(key) {
      const path = join(directory, key)
      return (await isThere(path)) ? readPieces(path, files) : null
    },
    removeItem: (key, { olderThanMs }) =>
      alone(async () => {
        const path = join(directory, key)
        const { mtimeMs } = await files.stat(path)
        if (wall() - mtimeMs > olderThanMs) await files.rm(path, { force: true })
      }).catch((error: unknown) => {
        if (errno(error) !== "ENOENT") throw error
      }),
    async getKeys() {
      const names = (await files.readdir(directory).catch(noneIfMissing())) ?? []
      return names.filter(isKey)
    },
    dispose: () => alone(() => Promise.resolve()),
  }

  async function isThere(path: string): Promise<boolean> {
    try {
      await files.stat(path)
      return true
    } catch (error) {
      if (errno(error) === "ENOENT") return false
      throw error
    }
  }
}

/** Creates the directory durably, and removes files that were being written when a server was killed. */
export async function makeReady({ path: directory, files }: FilePlace): Promise<void> {
  try {
    await files.mkdir(directory, { mode: 0o700 })
    await syncDirectory(dirname(directory), files)
  } catch (error) {
    if (errno(error) !== "EEXIST") throw error
  }
  await removeUnfinished({ path: directory, files })
}

/** Removes what was being written when a server was killed. */
export async function removeUnfinished({ path: directory, files }: FilePlace): Promise<void> {
  const names = (await files.readdir(directory).catch(noneIfMissing())) ?? []
  for (const name of names)
    if (name.endsWith(unfinished)) await files.rm(join(directory, name), { force: true })
}

/** Where the files of a home's tasks lie. */
export const attachmentsPlace = (directory: string): FilePlace => ({
  path: join(directory, "attachments"),
  files: machineFiles,
})
