import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { putInPlace, writeSynced } from "../machine/durable-file.ts"
import { readPlain } from "../machine/plain-file.ts"

/**
 * The server's own secret: 32 bytes in `key`. It is created at the first start and never changes, so that earlier
 * signatures are still valid after a restart. Call this while holding the lock.
 */
export async function loadKey(directory: string): Promise<Buffer> {
  const path = join(directory, "key")
  try {
    return (await readKey(directory)) ?? (await createKey(path))
  } catch (error) {
    throw asRefusal(error, path)
  }
}

/** The secret in a data directory; undefined if there is none. Rejects with `storage_damaged`. */
export async function readKey(directory: string): Promise<Buffer | undefined> {
  const path = join(directory, "key")
  const key = await Promise.resolve(readIfThere(path))
  if (key && key.length !== length)
    fail("storage_damaged", {
      detail: `${path} holds ${key.length} bytes, not ${length}.`,
      facts: { part: "key", file: path },
    })
  return key
}

// --- internal ---

const length = 32

function readIfThere(path: string): Buffer | undefined {
  try {
    return readPlain(path).bytes
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw asRefusal(error, path)
  }
}

async function createKey(path: string): Promise<Buffer> {
  const key = randomBytes(length)
  await writeSynced(`${path}.new`, key)
  await putInPlace(`${path}.new`, path)
  return key
}
