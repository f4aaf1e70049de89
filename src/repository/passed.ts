import { createHash } from "node:crypto"
import { mkdir, readdir, stat, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { keptDirectory } from "./attempt-record.ts"
import type { Git } from "./git.ts"
import { succeeds } from "../machine/file-errors.ts"

/** A command, and the tree that it ran on. */
export interface PassedRun {
  readonly tree: string
  readonly run: string
}

/**
 * Notes that a check has passed here. What a board says of a check may come from anyone who holds the task, so nothing is
 * left out at a landing because of that alone. A note that cannot be written costs one run more.
 */
export async function notePassed(git: Git, passed: PassedRun): Promise<void> {
  try {
    const directory = await notesOf(git)
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, nameOf(passed)), "")
    await prune(directory)
  } catch {
    // As on a full disk.
  }
}

export async function hasPassedHere(git: Git, passed: PassedRun): Promise<boolean> {
  return succeeds(stat(join(await notesOf(git), nameOf(passed))))
}

// --- internal ---

/** More are of landings that are long over. */
const mostNotes = 1_000

const notesOf = async (git: Git) => join(await keptDirectory(git), "passed")

const nameOf = ({ tree, run }: PassedRun) => createHash("sha256").update(`${tree}\n${run}`).digest("hex")

async function prune(directory: string): Promise<void> {
  const names = await readdir(directory)
  if (names.length <= mostNotes) return
  const paths = names.map((name) => join(directory, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, at: await stat(path).then(({ mtimeMs }) => mtimeMs) })),
  )
  const oldest = dated.sort((a, b) => a.at - b.at).slice(0, names.length - mostNotes / 2)
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })))
}
