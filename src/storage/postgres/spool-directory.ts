import { mkdir, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { randomUUID } from "node:crypto"
import { machineFiles, type FilePlace } from "../../machine/files.ts"
import { isAbandoned, processMark } from "../../machine/process-mark.ts"

export interface SpoolDirectory extends FilePlace {
  remove(): Promise<void>
}

/**
 * A directory of this machine that files come through, so that a slow sender keeps no transaction open. Those of
 * processes that were killed are removed.
 */
export async function makeSpoolDirectory(): Promise<SpoolDirectory> {
  for (const name of await readdir(tmpdir()))
    // One of another user stays: it cannot be removed.
    if (name.startsWith(begin) && isAbandoned(name))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  const path = join(tmpdir(), `${begin}${randomUUID()}${processMark}`)
  await mkdir(path, { mode: 0o700 })
  return { path, files: machineFiles, remove: () => rm(path, { recursive: true, force: true }) }
}

// --- internal ---

const begin = "upnext-spool-"
