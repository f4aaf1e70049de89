import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Git } from "./git.ts"

/**
 * Calls with a git that works on a copy of the index of its tree, in a directory that is removed afterwards. The user's
 * own index is only read.
 */
export async function withOwnIndex<T>(
  git: Git,
  use: (git: Git, directory: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "upnext-index-"))
  try {
    const copy = join(directory, "index")
    await copyIndex(await indexOf(git), copy)
    return await use(git.with({ GIT_INDEX_FILE: copy }), directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The path that git keeps something of this tree at, such as `index`. */
export async function gitPath(git: Git, name: string): Promise<string> {
  const path = await git.run(["rev-parse", "--path-format=absolute", "--git-path", name])
  return path.replace(/\n$/, "")
}

// --- internal ---

const indexOf = (git: Git) => gitPath(git, "index")

/** A repository without a commit has no index yet; git begins an empty one then. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtime } = (await stat(from).catch(noneIfMissing)) ?? {}
  if (mtime === undefined) return
  await copyFile(from, to)
  // Git reads a file again that changed no earlier than its index was written. A copy is younger than the changes that
  // came meanwhile, so it is dated back to the whole second before.
  const second = Math.floor(mtime.getTime() / 1000)
  await utimes(to, second, second)
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error
}
