import { fail } from "../errors.ts"
import { type AttemptRecord, readRecords } from "./attempt-record.ts"
import type { Git } from "./git.ts"
import { commitAt, readHead } from "./tree.ts"

/** Where an attempt begins, and where it is to land. */
export interface Base {
  /** A branch of the repository; null on a detached head. */
  readonly branch: string | null
  readonly commit: string
}

/**
 * The base that is named, else the branch that is checked out. In the tree of an attempt that is the base of that attempt:
 * whoever has finished one task and begins the next there does not build on the first. @throws git_failed
 */
export async function findBase(git: Git, named: string | undefined): Promise<Base> {
  if (named !== undefined) {
    const commit = await commitAt(git, `refs/heads/${named}`)
    return commit === undefined
      ? fail("git_failed", { detail: `There is no branch ${named} in ${git.directory}.`, hint: baseHint })
      : { branch: named, commit }
  }
  const { commit, branch } = await readHead(git)
  const attempt = (await readRecords(git)).find(
    (each) => each.path === git.directory || each.branch === branch,
  )
  if (attempt && attempt.base !== null) return findBase(git, attempt.base)
  if (commit === undefined)
    return fail("git_failed", {
      detail: `${git.directory} has no commit yet, and a tree needs one.`,
      hint: "Make the first commit: git commit --allow-empty -m begin",
    })
  return { branch: branch ?? null, commit }
}

/** The commit of the base of an attempt as it is now; without a base, the one that the attempt began at. */
export async function baseCommit(
  git: Git,
  { base, start }: Pick<AttemptRecord, "base" | "start">,
): Promise<string | undefined> {
  return (
    (base === null ? undefined : await commitAt(git, `refs/heads/${base}`)) ?? (await commitAt(git, start))
  )
}

// --- internal ---

const baseHint = "Name an existing branch: `git branch` lists the branches."
