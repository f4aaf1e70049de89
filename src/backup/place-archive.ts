import { link, lstat, rename, rm } from "node:fs/promises"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"

/**
 * Gives a finished archive its name, if nothing has that. Of two that come at the same moment one is refused. A file
 * system without links, as FAT is, cannot tell them apart: there the later one takes the name.
 * @throws board_exists
 */
export async function placeNew(draft: string, path: string, files = { link, rename }): Promise<void> {
  try {
    await files.link(draft, path)
  } catch (error) {
    if (errno(error) === "EEXIST") failThere(path)
    if (!withoutLinks.includes(errno(error))) throw asRefusal(error, path)
    await checkFree(path)
    await files.rename(draft, path)
    return
  }
  await rm(draft)
}

/** @throws board_exists */
export async function checkFree(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found !== undefined) failThere(path)
}

// --- internal ---

/** How file systems say that they have no links. */
const withoutLinks: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]

function failThere(path: string): never {
  fail("board_exists", { detail: `${path} is there already.`, facts: { path, part: "backup" } })
}
