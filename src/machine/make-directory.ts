import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "./file-errors.ts"

/**
 * Makes a directory for its owner only (0700), with the parents that are missing. Resolves to what it made, the
 * outermost first: nothing where the directory was there. Rejects with `home_not_writable`, naming the path.
 *
 * Node's own recursive mkdir never ends where a system says ENOENT below a parent that exists, as /proc does.
 */
export async function makeDirectory(path: string): Promise<string[]> {
  const isMade = await makeOne(path)
  if (isMade !== undefined) return isMade ? [path] : []
  const parent = dirname(path)
  const made = await makeDirectory(parent)
  const isMadeNow = await makeOne(path)
  if (isMadeNow !== undefined) return isMadeNow ? [...made, path] : made
  return fail("home_not_writable", {
    detail: `${path} cannot be created: ${parent} allows no new directories.`,
    facts: { path, obstacle: "parent" },
  })
}

// --- internal ---

/** False where the directory was there already; undefined where its parent is missing. */
async function makeOne(path: string): Promise<boolean | undefined> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if (errno(error) === "ENOENT" && dirname(path) !== path) return undefined
    if (errno(error) !== "EEXIST") throw asRefusal(error, path)
    await checkDirectory(path)
    return false
  }
}

async function checkDirectory(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    if (errno(error) !== "ENOENT") throw asRefusal(error, path)
    return fail("home_not_writable", {
      detail: `${path} is a link whose target does not exist.`,
      facts: { path, obstacle: "link" },
      cause: error,
    })
  })
  if (stats.isDirectory()) return
  fail("home_not_writable", {
    detail: `${path} is a file where a directory should be.`,
    facts: { path, obstacle: "file" },
  })
}
