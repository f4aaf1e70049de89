import { basename, dirname } from "node:path"
import { readRecords } from "./attempt-record.ts"
import { attemptIn, type NamedAttempt } from "./branch-name.ts"
import type { Git } from "./git.ts"
import { commitAt } from "./tree.ts"
import { listTrees } from "./worktree-list.ts"

/**
 * Removes what a killed `git worktree add` has left of earlier attempts at a task: a tree in which not all files were
 * checked out, and one that nobody was told of, since it was killed before it was noted. The attempt is over, since its
 * task was claimed anew.
 */
export async function removeHalfMade(git: Git, { task, epoch }: NamedAttempt, trees: string): Promise<void> {
  const records = await readRecords(git)
  for (const { path, commit, branch, isInTheMaking } of await listTrees(git)) {
    const [, n, of] = /^T-(\d+)\.(\d+)(?:-\d+)?$/.exec(basename(path)) ?? []
    const isEarlier = Number(n) === task && Number(of) < epoch && dirname(path) === trees
    if (!isEarlier || records.some((record) => record.path === path)) continue
    const hasAllFiles = !isInTheMaking && commit !== undefined && !/^0+$/.test(commit)
    // Git has locked it for the time of its making, so it takes two. A whole one with changes it does not remove.
    const force = hasAllFiles ? [] : ["--force", "--force"]
    const { exit } = await git.ask(["worktree", "remove", ...force, "--", path])
    if (exit === 0 && branch !== undefined && attemptIn(branch)?.task === task) await removeEmpty(git, branch)
  }
}

// --- internal ---

/** A branch whose end another one has as well. */
async function removeEmpty(git: Git, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`
  const tip = await commitAt(git, ref)
  if (tip === undefined) return
  const others = [`--exclude=${branch}`, "--branches", "--glob=refs/upnext"]
  const { exit, stdout } = await git.ask(["rev-list", "--max-count=1", tip, "--not", ...others])
  if (exit === 0 && stdout === "") await git.ask(["update-ref", "-d", ref, tip])
}
