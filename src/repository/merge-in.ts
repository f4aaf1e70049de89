import { fail } from "../errors.ts"
import { forkPoint } from "./fork-point.ts"
import { type Git, parts } from "./git.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { mergeBase } from "./left-work.ts"
import { nobody } from "./nobody.ts"
import { treeOf } from "./tree.ts"

export type Merged =
  /** The files that both have changed, and what git makes of all, with conflict markers in them. */
  | { readonly how: "conflict"; readonly files: readonly string[]; readonly tree: string }
  /** The files of both together, and the commit that the change is counted from. */
  | { readonly how: "merged"; readonly tree: string; readonly from: string }

/** Merges work with the commit of its base. Neither is touched. @throws git_failed */
export async function mergeIn(
  git: Git,
  base: string,
  landing: Pick<LandingWork, "branch" | "base" | "began" | "commit" | "taken">,
): Promise<Merged> {
  const end = landingEnd(landing)
  const own = await mergeBase(git, base, end)
  const from =
    (await forkPoint(git, { base: { commit: base, branch: landing.base }, began: landing.began }, end)) ??
    fail("git_failed", `${landing.branch} has no commit in common with ${landing.base}.`)
  const both = from === own ? [base, end] : await forkedAt(git, from, [base, end])
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ...both]
  const { exit, stdout, said } = await git.ask(args)
  if (exit > 1 || stdout === "")
    fail("git_failed", `git merge-tree: ${said.trim() || `it ended with exit ${exit}`}`)
  const [tree = "", ...files] = parts(stdout)
  return exit === 1 ? { how: "conflict", files: [...new Set(files)], tree } : { how: "merged", tree, from }
}

/**
 * Refuses a file that was no part of the change as it was shown. The base may have renamed one that was.
 * @throws work_changed
 */
export async function requireShown(
  git: Git,
  base: string,
  { tree, landing }: { readonly tree: string; readonly landing: LandingWork },
): Promise<void> {
  const { shownFrom, commit, taken } = landing
  if (shownFrom === undefined) return
  const shown = new Set([
    ...(await changedIn(git, shownFrom, commit)),
    ...(taken === undefined ? [] : await changedIn(git, commit, taken)),
  ])
  const unseen = (await changedIn(git, base, tree)).filter((path) => !shown.has(path))
  if (unseen.length === 0) return
  const renamed = await renamesIn(git, shownFrom, base)
  const [first, ...more] = unseen.filter((path) => !shown.has(renamed.get(path) ?? path))
  if (first === undefined) return
  const others = more.length === 0 ? "" : ` and ${more.length} more`
  fail("work_changed", {
    detail: `T-${landing.task} would change ${first}${others} in ${landing.base}, which was no part of the change that was shown.`,
    hint: `Look at it, merge ${landing.base} into its branch, and let T-${landing.task} be finished anew.`,
    facts: { task: `T-${landing.task}`, files: [first, ...more].slice(0, 100) },
  })
}

// --- internal ---

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

const diffTree = ["diff-tree", "-r", "-z", "--no-commit-id", "--no-ext-diff"]

async function changedIn(git: Git, from: string, to: string): Promise<string[]> {
  return parts(await git.run([...diffTree, "--no-renames", "--name-only", "--end-of-options", from, to]))
}

/** What a file was called before, by what it is called now. */
async function renamesIn(git: Git, from: string, to: string): Promise<Map<string, string>> {
  const args = [
    ...diffTree,
    "--find-renames",
    "--diff-filter=R",
    "--name-status",
    "--end-of-options",
    from,
    to,
  ]
  const fields = parts(await git.run(args))
  const rows = fields.flatMap((field, i) => (i % 3 === 0 ? [fields.slice(i, i + 3)] : []))
  return new Map(rows.map(([, old = "", now = ""]) => [now, old]))
}
