import { rm } from "node:fs/promises"
import { join } from "node:path"
import { fail } from "../errors.ts"
import { untrackedLeftOut } from "./own-index.ts"
import { type AttemptRecord, removeRecord } from "./attempt-record.ts"
import type { AttemptState } from "./attempt-state.ts"
import { type Git, gitIn } from "./git.ts"
import { keepEnd } from "./leave.ts"
import { commitAt } from "./tree.ts"
import { submodulesIn } from "./submodules.ts"
import { snapshotOf } from "./uncommitted.ts"

/**
 * Removes the tree and the branch of an attempt. Nothing that was committed or left is lost by it: the ends stay under
 * `refs/upnext/`, with `discards` also what is uncommitted. Without it git itself refuses a tree that has changes.
 */
export async function removeTree(
  git: Git,
  { record, isThere, ends }: AttemptState,
  { discards }: { readonly discards: boolean },
): Promise<void> {
  if (discards && isThere) {
    const { commit, embedded } = await snapshotOf(gitIn(record.path), `T-${record.task}: left uncommitted`)
    if (embedded.length > 0)
      fail("tree_unfit", `The tree contains other repositories, which would be lost: ${embedded.join(", ")}.`)
    await keepEnd(git, record, commit)
  }
  const hasSubmodules = isThere && (await requireSpareSubmodules(record))
  for (const end of ends) await keepEnd(git, record, end)
  const tip = await commitAt(git, `refs/heads/${record.branch}`)
  const force = discards || hasSubmodules ? ["--force"] : []
  if (isThere) await removeLeftOut(record)
  if (isThere) await git.run(["worktree", "remove", ...force, "--", record.path])
  if (tip !== undefined && ends.includes(tip)) await removeBranch(git, record, tip)
  await removeRecord(git, record.branch)
}

// --- internal ---

/** Git removes no tree without force in which something is untracked. What its setup made there goes. */
async function removeLeftOut({ path }: AttemptRecord): Promise<void> {
  const { leftOut } = await untrackedLeftOut(gitIn(path))
  const files = leftOut.map((file) =>
    Buffer.concat([Buffer.from(join(path, "/")), Buffer.from(file, "latin1")]),
  )
  await Promise.all(files.map((file) => rm(file, { force: true })))
}

/**
 * Git removes no tree with submodules without force, so they are looked into first.
 * @returns whether it has any
 * @throws tree_unfit where one of them holds what nothing else has
 */
async function requireSpareSubmodules({ path }: AttemptRecord): Promise<boolean> {
  const { paths, holding } = await submodulesIn(gitIn(path))
  if (holding.length > 0)
    fail(
      "tree_unfit",
      `The tree's submodules contain changes or unpushed commits, which would be lost: ${holding.join(", ")}.`,
    )
  return paths.length > 0
}

/** The branch goes only as it was looked at: where somebody has moved it meanwhile, git refuses. */
async function removeBranch(git: Git, { branch }: AttemptRecord, tip: string): Promise<void> {
  await git.run(["update-ref", "-d", `refs/heads/${branch}`, tip])
}
