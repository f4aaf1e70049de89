import { UpnextError } from "../errors.ts"
import type { Git } from "./git.ts"
import { mergeIn } from "./merge-in.ts"
import { isWithin } from "./tree.ts"
import { commitTree } from "./uncommitted.ts"

/** Where an attempt begins that goes on from another one. */
export interface BroughtUp {
  readonly commit: string
  /** The commit of the base that was merged into it. Undefined where nothing had to be, or could be. */
  readonly merged?: string
  /** The files in which both have changed the same. They stand there as git leaves them, with conflict markers. */
  readonly conflicts: readonly string[]
}

/** Merges the base, as it is now, with the end of the last attempt, as one commit. Nothing moves. */
export async function bringUp(
  git: Git,
  { task, commit, began, branch, base }: AttemptBehind,
): Promise<BroughtUp> {
  if (base.branch === null || (await isWithin(git, base.commit, commit))) return { commit, conflicts: [] }
  try {
    const merged = await mergeIn(git, base.commit, { branch, commit, began, base: base.branch })
    return {
      commit: await commitTree(git, {
        tree: merged.tree,
        parents: [commit, base.commit],
        message: `T-${task}: merge ${base.branch}`,
      }),
      merged: base.commit,
      conflicts: merged.how === "conflict" ? merged.files : [],
    }
  } catch (error) {
    // Where they have no commit in common, whoever lands it is told.
    if (!(error instanceof UpnextError) || error.code !== "git_failed") throw error
    return { commit, conflicts: [] }
  }
}

// --- internal ---

interface AttemptBehind {
  readonly task: number
  /** Its end. */
  readonly commit: string
  /** The commits of the base that the attempts are known to have begun at. */
  readonly began: readonly string[]
  readonly branch: string
  readonly base: { readonly branch: string | null; readonly commit: string }
}
