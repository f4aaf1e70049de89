import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"

/**
 * Whether something was last done at least so long ago; if so, it counts as done now. The time is that of an empty file in
 * the directory for temporary files: it is no part of the repository, and it may be lost. False where none can be made.
 */
export async function isDue(what: string, pauseMs: number): Promise<boolean> {
  const name = createHash("sha256")
    .update(`${process.getuid?.() ?? ""}\n${what}`)
    .digest("hex")
    .slice(0, 32)
  const { XDG_RUNTIME_DIR = "" } = process.env
  const path = join(isAbsolute(XDG_RUNTIME_DIR) ? XDG_RUNTIME_DIR : tmpdir(), `upnext-${name}`)
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants
  const made = await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch(() => undefined)
  if (made) {
    await made.close()
    return true
  }
  // A link that somebody else put there is not followed.
  const file = await open(path, O_RDWR | O_NOFOLLOW).catch(() => undefined)
  if (!file) return false
  try {
    const age = Date.now() - (await file.stat()).mtimeMs
    if (age >= 0 && age < pauseMs) return false
    await file.utimes(new Date(), new Date())
    return true
  } finally {
    await file.close()
  }
}
