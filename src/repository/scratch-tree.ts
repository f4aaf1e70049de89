import { rm } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { UpnextError, fail } from "../errors.ts"
import { isAbandoned, processMark } from "../machine/process-mark.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import { attemptName } from "./branch-name.ts"
import type { Git } from "./git.ts"
import type { LandingWork } from "./landing-work.ts"
import { listTrees } from "./worktree-list.ts"

/** Calls with a tree of its own for a commit, which no branch stands on. It is removed afterwards. */
export async function withScratchTree<T>(
  git: Git,
  { commit, landing }: { commit: string; landing: LandingWork },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = `${landing.trees}/land-${attemptName(landing)}${processMark}`
  try {
    await makeDirectory(dirname(path))
    await removeScratch(git, path)
    await git.run(["worktree", "add", "--quiet", "--detach", "--", path, commit])
  } catch (error) {
    if (error instanceof UpnextError && error.code !== "git_failed") throw error
    fail("tree_unfit", {
      detail: `No tree can be created at ${path}: ${(error as Error).message}`,
      cause: error,
    })
  }
  try {
    return await use(path)
  } finally {
    await removeScratch(git, path)
  }
}

/** Removes the trees of processes that were killed. */
export async function removeAbandoned(git: Git): Promise<void> {
  for (const { path, branch } of await listTrees(git)) {
    const name = basename(path)
    if (branch === undefined && form.test(name) && isAbandoned(name)) await removeScratch(git, path)
  }
}

// --- internal ---

const form = /^land-T-\d+\.\d+-/

/** What a check has left in it is of no use. */
async function removeScratch(git: Git, path: string): Promise<void> {
  const remove = () => git.ask(["worktree", "remove", "--force", "--force", "--", path])
  const { exit } = await remove()
  if (exit === 0) return
  await rm(path, { recursive: true, force: true })
  await remove()
}
