import { randomBytes } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { link, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { errno } from "../file-errors.ts"
import { syncDirectory } from "../machine/durable-file.ts"

/**
 * The id of a home, by which a client knows whether a server that answers is the one of this home. Its data directory
 * keeps it: the id, and the number that the file system gave to the file. A copy of the directory has a file with another
 * number, so it has no id before its own first start: else the server of the original would be taken for its own.
 */
export async function loadHomeId(directory: string): Promise<string | undefined> {
  const kept = readHomeId(directory)
  if (kept !== undefined) return kept
  const path = join(directory, name)
  const own = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`
  try {
    await write(own)
    // Servers on a database may share a home: the first one's id holds for all.
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

/** The id that a data directory keeps; undefined where no server has run, or in a copy. Client commands read it. */
export function readHomeId(directory: string): string | undefined {
  const path = join(directory, name)
  try {
    const [id = "", number] = readFileSync(path, "utf8").split("\n")
    return /^[\da-f]{16}$/.test(id) && number === String(statSync(path, { bigint: true }).ino)
      ? id
      : undefined
  } catch {
    return undefined
  }
}

// --- internal ---

const name = "home-id"

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
