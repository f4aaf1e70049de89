import { randomBytes } from "node:crypto"
import { statSync } from "node:fs"
import { link, open, rename, rm } from "node:fs/promises"
import { errno } from "../machine/file-errors.ts"
import { syncDirectory } from "../machine/durable-file.ts"
import { homeIdPath, readHomeId } from "./home-id.ts"

/**
 * The id of a home, with which a client checks whether a server that answers is the server of this home. The id is
 * stored in the data directory, together with the number that the file system gave to the id's file. In a copy of
 * the directory the file has another number, so the copy has no id before its own first start; otherwise the
 * original's server would be taken for the copy's server.
 */
export async function loadHomeId(directory: string): Promise<string | undefined> {
  const kept = readHomeId(directory)
  if (kept !== undefined) return kept
  const path = homeIdPath(directory)
  const own = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`
  try {
    await write(own)
    // Servers on a database may share a home, so the id of the first server counts for all.
    if (isThere(path)) await rename(own, path)
    else
      await link(own, path).catch((error: unknown) => {
        if (errno(error) !== "EEXIST") throw error
      })
    await syncDirectory(directory)
    return readHomeId(directory)
  } finally {
    await rm(own, { force: true })
  }
}

// --- internal ---

async function write(path: string): Promise<void> {
  const handle = await open(path, "wx", 0o600)
  try {
    const { ino } = await handle.stat({ bigint: true })
    await handle.writeFile(`${randomBytes(8).toString("hex")}\n${ino}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
