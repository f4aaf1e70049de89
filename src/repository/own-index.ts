import { copyFile, mkdir, readFile, stat, utimes, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeTemporary } from "../machine/temporary-directory.ts"
import { type Git, parts } from "./git.ts"
import { noneIfMissing } from "../machine/file-errors.ts"

export interface OwnIndex {
  /** Is removed afterwards, and the index with it. */
  readonly directory: string
  /** Untracked files that are no part of the work in this tree, in latin1 as git wrote their bytes. */
  readonly leftOut: readonly string[]
}

/** Calls with a git that works on a copy of the index of its tree. The user's own index is only read. */
export async function withOwnIndex<T>(git: Git, use: (git: Git, own: OwnIndex) => Promise<T>): Promise<T> {
  const { path: directory, remove } = await makeTemporary()
  try {
    const copy = join(directory, "index")
    const { index } = await git.places()
    await copyIndex(index, copy)
    const leftOut = await readLeftOut(index)
    return await use(git.with({ GIT_INDEX_FILE: copy }), { directory, leftOut })
  } finally {
    await remove()
  }
}

/** What this git writes goes with its index. */
export async function ownObjects(git: Git, { directory }: Pick<OwnIndex, "directory">): Promise<Git> {
  const shared = (await git.places()).objects
  const own = join(directory, "objects")
  await mkdir(own)
  return git.with({ GIT_OBJECT_DIRECTORY: own, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(shared) })
}

/**
 * Keeps which files are untracked now. They were made for the work in this tree, such as by its setup, and are no part of
 * it until somebody tracks them.
 * @returns their names
 */
export async function leaveOutUntracked(git: Git): Promise<readonly string[]> {
  const untracked = await untrackedIn(git)
  const kept = untracked.map((path) => `${path}\0`).join("")
  if (untracked.length > 0) await writeFile(leftOutBeside((await git.places()).index), kept, "latin1")
  return parts(Buffer.from(kept, "latin1").toString())
}

/** The untracked files of a tree that are left out of its work, and whether there are others. */
export async function untrackedLeftOut(git: Git): Promise<{ leftOut: string[]; hasOthers: boolean }> {
  const leftOut = new Set(await readLeftOut((await git.places()).index))
  const untracked = await untrackedIn(git)
  const known = untracked.filter((path) => leftOut.has(path))
  return { leftOut: known, hasOthers: known.length < untracked.length }
}

// --- internal ---

/** The index of an added tree stands in a directory of its own, which goes with the tree. */
const leftOutBeside = (index: string) => join(dirname(index), "upnext-left-out")

const readLeftOut = async (index: string) =>
  parts((await readFile(leftOutBeside(index), "latin1").catch(noneIfMissing())) ?? "")

const untrackedIn = async (git: Git) =>
  parts(await git.run(["ls-files", "--others", "--exclude-standard", "-z"], { encoding: "latin1" }))

/** A repository without a commit has no index yet; git begins an empty one then. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtime } = (await stat(from).catch(noneIfMissing())) ?? {}
  if (mtime === undefined) return
  await copyFile(from, to)
  // Git reads a file again that changed no earlier than its index was written. A copy is younger than the changes that
  // came meanwhile, so it is dated back to the whole second before.
  const second = Math.floor(mtime.getTime() / 1000)
  await utimes(to, second, second)
}
