import { randomBytes } from "node:crypto"
import { chmod, chown, lstat, mkdir, open, rename, rmdir, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { syncDirectory } from "../machine/durable-file.ts"
import { readPlace, type Place } from "./repository.ts"

/**
 * Writes or deletes a file of the repository whole, if it still is as it was read. Keeps its mode and owner.
 * @param from the file that the text was moved from: its byte order mark comes with it, and its mode to a new file
 */
export async function write(
  root: string,
  path: string,
  before: Place,
  text: string | undefined,
  from?: Place,
): Promise<void> {
  try {
    const now = await readPlace(root, path)
    if (now.real !== before.real || contentOf(now) !== contentOf(before))
      fail("invalid_input", {
        detail: `${path} was changed while this command was running.`,
        hint: "Run the command again; nothing was written to that file.",
      })
    if (text === undefined) await unlink(now.real)
    else await replace(root, now, text, from)
  } catch (error) {
    throw asRefusal(error, join(root, path))
  }
}

/** Removes directories that were made, if nothing is in them. */
export async function removeEmpty(root: string, directories: readonly string[]): Promise<void> {
  for (const path of directories.toReversed()) {
    const { seen, real } = await readPlace(root, `${path}/x`)
    if (seen.state === "missing") await rmdir(dirname(real)).catch(() => undefined)
  }
}

// --- internal ---

function contentOf({ seen }: Place): string | undefined {
  return seen.state === "text" ? seen.text : seen.state
}

/** By way of a new file beside it, so that a reader sees the old content or the new one, whole. */
async function replace(root: string, now: Place, text: string, from = now): Promise<void> {
  const { real, missing, mode } = now
  for (const directory of missing) await mkdir(join(root, directory)).catch(unlessThere)
  const draft = join(dirname(real), `.upnext-${randomBytes(6).toString("hex")}.tmp`)
  const file = await open(draft, "wx", mode ?? from.mode ?? 0o666)
  try {
    await file.writeFile(from.bom + text)
    if (mode === undefined && from.mode !== undefined) await file.chmod(from.mode)
    await file.sync()
    await file.close()
    if (mode !== undefined) await keepOwner(draft, real, mode)
    await rename(draft, real)
    await syncDirectory(dirname(real))
  } catch (error) {
    await file.close().catch(() => undefined)
    await unlink(draft).catch(() => undefined)
    throw error
  }
}

async function keepOwner(draft: string, real: string, mode: number): Promise<void> {
  const [mine, theirs] = await Promise.all([lstat(draft), lstat(real)])
  if (mine.uid !== theirs.uid || mine.gid !== theirs.gid)
    await chown(draft, theirs.uid, theirs.gid).catch(() => undefined)
  await chmod(draft, mode)
}

function unlessThere(error: unknown): void {
  if (errno(error) !== "EEXIST") throw error
}
