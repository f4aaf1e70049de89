import { fail } from "../errors.ts"
import { forkPoint } from "./fork-point.ts"
import { type Git, parts } from "./git.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { nobody } from "./nobody.ts"
import { treeOf } from "./tree.ts"

export type Merged =
  /** The files that both have changed, and what git makes of all, with conflict markers in them. */
  | { readonly how: "conflict"; readonly files: readonly string[]; readonly tree: string }
  /** The files of both together, and the commit that the change is counted from. */
  | { readonly how: "merged"; readonly tree: string; readonly from: string }

/**
 * Merges work with the commit of its base. Neither is touched.
 * @param files git's hash of the files of the work, where it is known
 * @throws git_failed
 */
export async function mergeIn(
  git: Git,
  base: string,
  landing: Pick<LandingWork, "branch" | "base" | "began" | "commit" | "taken" | "shownFrom">,
  files?: string,
): Promise<Merged> {
  const end = landingEnd(landing)
  const { began = [], shownFrom } = landing
  // The base once stood where the change was counted from when it was shown.
  const known = shownFrom === undefined ? began : [...began, shownFrom]
  const from =
    (await forkPoint(git, { base: { commit: base, branch: landing.base }, began: known }, end)) ??
    fail("git_failed", `${landing.branch} has no commit in common with ${landing.base}.`)
  // It is on top of the base.
  if (from.isGits && from.commit === base)
    return { how: "merged", tree: files ?? (await treeOf(git, end)), from: base }
  const merged = await mergeFrom(git, from.isGits ? undefined : from.commit, [base, end])
  return merged.how === "conflict" ? merged : { ...merged, from: from.commit }
}

/**
 * What lands is the change as it was shown: where git counts it from another commit now, both have to come to the same.
 * @throws work_changed
 */
export async function requireShown(
  git: Git,
  base: string,
  { tree, from, landing }: { readonly tree: string; readonly from: string; readonly landing: LandingWork },
): Promise<void> {
  const { shownFrom, task } = landing
  if (shownFrom === undefined || from === shownFrom) return
  const shown = await mergeFrom(git, shownFrom, [base, landingEnd(landing)])
  if (shown.how === "merged" && shown.tree === tree) return
  fail("work_changed", {
    detail: `Part of T-${task}'s change reached ${landing.base} in another way, so the landing would differ from the change shown.`,
    hint: `Look at the change, merge ${landing.base} into its branch, and have T-${task} finished again.`,
    facts: { task: `T-${task}` },
  })
}

// --- internal ---

type MergedFiles = Exclude<Merged, { how: "merged" }> | { readonly how: "merged"; readonly tree: string }

/** @param from the commit that both began at; undefined: the one that git finds */
async function mergeFrom(git: Git, from: string | undefined, ends: readonly string[]): Promise<MergedFiles> {
  const both = from === undefined ? ends : await forkedAt(git, from, ends)
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ...both]
  const { exit, stdout, said } = await git.ask(args)
  if (exit > 1 || stdout === "")
    fail("git_failed", `git merge-tree: ${said.trim() || `it ended with exit ${exit}`}`)
  const [tree = "", ...files] = parts(stdout)
  return exit === 1 ? { how: "conflict", files: [...new Set(files)], tree } : { how: "merged", tree }
}

/**
 * Commits with the files of these, whose only common one has the files of `from`. `git merge-tree` takes a merge base by
 * name from git 2.40 on only.
 */
async function forkedAt(git: Git, from: string, ends: readonly string[]): Promise<string[]> {
  const [{ name, email }, date] = [nobody, "@0 +0000"]
  const own = git.with({
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  })
  const commitOf = async (commit: string, ...more: string[]) => {
    const args = ["commit-tree", "--no-gpg-sign", await treeOf(git, commit), "-m", "merge base", ...more]
    return (await own.run(args)).trim()
  }
  const root = await commitOf(from)
  return Promise.all(ends.map((end) => commitOf(end, "-p", root)))
}
