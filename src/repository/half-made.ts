import { basename, dirname } from "node:path"
import type { NamedAttempt } from "./branch-name.ts"
import type { Git } from "./git.ts"
import { listTrees } from "./worktree-list.ts"

/**
 * Removes what a killed `git worktree add` has left of earlier attempts at a task: a tree in which no commit was checked
 * out yet, and so no file. The attempt is over, since its task was claimed anew.
 */
export async function removeHalfMade(git: Git, { task, epoch }: NamedAttempt, trees: string): Promise<void> {
  for (const { path, commit } of await listTrees(git)) {
    const [, n, of] = /^T-(\d+)\.(\d+)(?:-\d+)?$/.exec(basename(path)) ?? []
    const isEarlier = Number(n) === task && Number(of) < epoch && dirname(path) === trees
    if (!isEarlier || commit === undefined || !/^0+$/.test(commit)) continue
    // Git has locked it for the time of its making, so it takes two.
    await git.ask(["worktree", "remove", "--force", "--force", "--", path])
  }
}
