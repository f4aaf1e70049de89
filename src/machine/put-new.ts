import type { Stats } from "node:fs"
import { chmod, chown, link, lstat, rename, rm } from "node:fs/promises"
import { asRefusal, errno } from "./file-errors.ts"

/**
 * Gives a finished file its name, if nothing has that. Of two that come at the same moment one fails. A file system
 * without links, as FAT is, cannot tell them apart: there the later one takes the name.
 * @param failThere says that the name is taken
 */
export async function putNew(
  draft: string,
  path: string,
  failThere: (path: string) => never,
  files = { link, rename },
): Promise<void> {
  try {
    await files.link(draft, path)
  } catch (error) {
    if (errno(error) === "EEXIST") failThere(path)
    if (!withoutLinks.includes(errno(error))) throw asRefusal(error, path)
    if (await isThere(path)) failThere(path)
    await files.rename(draft, path)
    return
  }
  await rm(draft)
}

/** Whether anything has this name, a link to nothing included. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/** Gives a draft the mode and the owner of the file whose place it takes. */
export async function keepMode(draft: string, { uid, gid, mode }: Stats): Promise<void> {
  // Only root can give a file away; for anybody else it is theirs.
  await chown(draft, uid, gid).catch(() => undefined)
  await chmod(draft, mode)
}

// --- internal ---

/** How file systems say that they have no links. */
const withoutLinks: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]
