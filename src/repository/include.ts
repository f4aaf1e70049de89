import { copyFile, lstat, mkdir, readlink, realpath, symlink } from "node:fs/promises"
import { dirname, join, sep } from "node:path"
import { gitIn, parts } from "./git.ts"

const includeFile = ".worktreeinclude"

export interface Included {
  /** The names of those that the tree has now. */
  readonly copied: readonly string[]
  /** What could not be copied, in words. */
  readonly notes: readonly string[]
}

/**
 * Copies files that git ignores and that `.worktreeinclude` names, such as `.env`, into a new tree. What is there already
 * stays. Nothing is written through a link that leads out of the tree: the tree holds what an agent has committed.
 */
export async function copyIncluded(from: string, to: string): Promise<Included> {
  if (!(await isFile(join(from, includeFile)))) return { copied: [], notes: [] }
  const git = gitIn(from)
  const list = async (...how: string[]) =>
    parts(await git.run(["ls-files", "--others", "--ignored", "-z", ...how]))
  const ignored = new Set(await list("--exclude-standard"))
  const named = await list(`--exclude-from=${includeFile}`)
  const root = await realpath(to)
  const [copied, failed]: [string[], string[]] = [[], []]
  for (const name of named.filter((each) => ignored.has(each))) {
    const isCopied = await copyOne(join(from, name), join(root, name), root).catch(() => false)
    ;(isCopied ? copied : failed).push(name)
  }
  return { copied, notes: failed.length === 0 ? [] : [`could not be copied: ${failed.join(", ")}`] }
}

// --- internal ---

async function copyOne(from: string, to: string, root: string): Promise<boolean> {
  if (!(await makeInside(dirname(to), root))) return false
  const found = await lstat(to).catch(() => undefined)
  if (found) return found.isFile()
  const kind = await lstat(from)
  if (kind.isSymbolicLink()) await symlink(await readlink(from), to)
  else if (kind.isFile()) await copyFile(from, to)
  else return false
  return true
}

/** Makes a directory, unless a link on the way leads out of the tree. */
async function makeInside(directory: string, root: string): Promise<boolean> {
  let existing = directory
  while (!(await lstat(existing).catch(() => undefined))) existing = dirname(existing)
  const real = await realpath(existing)
  if (real !== root && !real.startsWith(root + sep)) return false
  await mkdir(directory, { recursive: true })
  return true
}

const isFile = async (path: string) => (await lstat(path).catch(() => undefined))?.isFile() === true
