import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import type { AttemptRecord } from "./attempt-record.ts"
import { baseCommit } from "./base.ts"
import { type Git, gitIn, parts } from "./git.ts"
import { untrackedLeftOut } from "./own-index.ts"
import { commitAt } from "./tree.ts"
import type { ListedTree } from "./worktree-list.ts"

/** How an attempt with a tree stands in its repository. */
export interface AttemptState {
  readonly record: AttemptRecord
  /** Its tree is there. */
  readonly isThere: boolean
  /** The ends that it has: of its branch, and of what is checked out in its tree. */
  readonly ends: readonly string[]
  /** Commits that its end has and the base has not, and the other way round; undefined where one of them is gone. */
  readonly ahead: number | undefined
  readonly behind: number | undefined
  /** Nothing is left uncommitted in its tree. */
  readonly isClean: boolean
  /** All that it has committed is in its base, or is kept by refs of ours. */
  readonly isKept: boolean
}

/** @param trees as git lists them */
export async function attemptState(
  git: Git,
  record: AttemptRecord,
  { trees, refs }: { readonly trees: readonly ListedTree[]; readonly refs: readonly string[] },
): Promise<AttemptState> {
  const isThere = trees.some(({ path, isMissing }) => path === record.path && !isMissing)
  const there = isThere ? gitIn(record.path) : undefined
  const [tip, head] = [
    await commitAt(git, `refs/heads/${record.branch}`),
    there && (await commitAt(there, "HEAD")),
  ]
  const ends = [...new Set([tip, head].filter((each) => each !== undefined))]
  const base = await baseCommit(git, record)
  const counts = base && (head ?? tip) ? await countBetween(git, base, head ?? tip ?? base) : undefined
  const holders = [...(base === undefined ? [] : [base]), ...refs]
  return {
    record,
    isThere,
    ends,
    ahead: counts?.ahead,
    behind: counts?.behind,
    isClean: there === undefined || (await isCleanAt(there)),
    isKept: await areHeld(git, ends, holders),
  }
}

/** The commits that our refs stand at: the ends of attempts that have landed, or were discarded. */
export async function keptEnds(git: Git): Promise<string[]> {
  const listed = await git.run(["for-each-ref", "--format=%(objectname)", "refs/upnext/"])
  return listed.split("\n").filter((each) => each !== "")
}

/** How many bytes are free once a tree is removed. What is linked from elsewhere too, as by pnpm, stays. */
export async function bytesIn(directory: string, linked = new Map<string, number>()): Promise<number> {
  let bytes = 0
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) {
      bytes += await bytesIn(path, linked)
      continue
    }
    const { dev, ino, nlink, size } = (await lstat(path).catch(() => undefined)) ?? { nlink: 0, size: 0 }
    const links = (linked.get(`${dev}:${ino}`) ?? 0) + 1
    if (nlink > 1) linked.set(`${dev}:${ino}`, links)
    if (links >= nlink) bytes += size
  }
  return bytes
}

// --- internal ---

async function isCleanAt(git: Git): Promise<boolean> {
  const { exit, stdout } = await git.ask(["status", "--porcelain", "-z", "--untracked-files=normal"])
  if (exit !== 0 || stdout === "") return exit === 0
  return parts(stdout).every((entry) => entry.startsWith("?? ")) && !(await untrackedLeftOut(git)).hasOthers
}

async function countBetween(git: Git, base: string, end: string): Promise<{ ahead: number; behind: number }> {
  const counted = await git.run(["rev-list", "--left-right", "--count", `${base}...${end}`])
  const [behind = "0", ahead = "0"] = counted.trim().split(/\s+/)
  return { ahead: Number(ahead), behind: Number(behind) }
}

/** Whether each of these commits is one of the holders, or behind one. */
async function areHeld(git: Git, ends: readonly string[], holders: readonly string[]): Promise<boolean> {
  if (ends.length === 0) return true
  const listed = await git.ask(["rev-list", "--max-count=1", "--stdin"], {
    input: [...ends, ...holders.map((each) => `^${each}`)].map((each) => `${each}\n`).join(""),
  })
  return listed.exit === 0 && listed.stdout.trim() === ""
}
