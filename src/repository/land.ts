import { rm } from "node:fs/promises"
import { dirname } from "node:path"
import { makeDirectory } from "../machine/make-directory.ts"
import { fail, UpnextError } from "../errors.ts"
import { attemptName, type NamedAttempt } from "./branch-name.ts"
import { keepEnd } from "./leave.ts"
import { type Git, gitIn, parts } from "./git.ts"
import type { Repository } from "./repository.ts"
import { commitAt, treeOf } from "./tree.ts"
import { commitTree } from "./uncommitted.ts"
import { landMessage, lastAuthor } from "./land-message.ts"
import { listTrees } from "./worktree-list.ts"

/** Finished work that is to come into its base. */
export interface LandingWork extends NamedAttempt {
  readonly title: string
  /** The branch of the attempt. Its name was checked. */
  readonly branch: string
  /** The commit that was reported. */
  readonly commit: string
  /** The branch that it lands in. */
  readonly base: string
  /** The directory that trees are in. */
  readonly trees: string
}

export interface LandSteps {
  /** Looks at the files of a commit in a tree of its own. @returns why it is refused, if it is */
  check(path: string): Promise<string | undefined>
  /** Asked right before the base moves. @throws where the work has changed since */
  confirm(): Promise<void>
  say(text: string): void
}

export type Landed =
  /** `commit` null: the base held all of it already. */
  | { readonly how: "landed"; readonly commit: string | null }
  | { readonly how: "conflict"; readonly files: readonly string[] }
  | { readonly how: "checks_failed"; readonly reason: string }

/**
 * Brings work into its base as one commit, which was checked in a tree of its own before. The base is moved forward only:
 * by `merge --ff-only` where it is checked out, else if it stands where it stood. Whoever loses a race begins again.
 * @throws git_failed where the base is checked out with changes, or the branch has moved on
 */
export async function landWork(
  repository: Repository,
  landing: LandingWork,
  steps: LandSteps,
): Promise<Landed> {
  const { git } = repository
  await requireUnmoved(git, landing)
  for (let attempt = 1; attempt <= mostRaces; attempt += 1) {
    const base =
      (await commitAt(git, `refs/heads/${landing.base}`)) ??
      fail("git_failed", `There is no branch ${landing.base} in ${repository.root}.`)
    const out = await checkedOutAt(git, landing.base)
    if (out !== undefined) await requireClean(out, landing.base)
    const merged = await mergeIn(git, base, landing)
    if (typeof merged !== "string") return merged
    const commit = await commitTree(git, {
      tree: merged,
      parent: base,
      message: await landMessage(git, base, landing),
      author: await lastAuthor(git, base, landing.commit),
    })
    const reason = await inTreeOfItsOwn(git, { commit, landing }, (path) => steps.check(path))
    if (reason !== undefined) return { how: "checks_failed", reason }
    await steps.confirm()
    await keepEnd(git, landing, landing.commit)
    if (await moveBase(git, { base: landing.base, from: base, to: commit })) return { how: "landed", commit }
    steps.say(`${landing.base} has moved meanwhile: begins again.`)
  }
  return fail("git_failed", `${landing.base} moves all the time; nothing has landed.`)
}

// --- internal ---

const mostRaces = 10

/** What was approved is the commit that was reported, and nothing that came after it. */
async function requireUnmoved(git: Git, { branch, commit }: LandingWork): Promise<void> {
  if ((await commitAt(git, commit)) === undefined)
    fail("git_failed", {
      detail: `The commit ${commit.slice(0, 12)} of ${branch} is not in ${git.directory}.`,
      facts: { branch, commit },
    })
  const tip = await commitAt(git, `refs/heads/${branch}`)
  if (tip === undefined || tip === commit) return
  fail("work_changed", {
    detail: `${branch} has moved on since the work was reported: ${tip.slice(0, 12)}, not ${commit.slice(0, 12)}.`,
    facts: { branch, commit },
  })
}

/** The tree of both together, or what came of it. */
async function mergeIn(git: Git, base: string, { commit }: LandingWork): Promise<string | Landed> {
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", base, commit]
  const { exit, stdout, said } = await git.ask(args)
  if (exit > 1 || stdout === "")
    fail("git_failed", `git merge-tree: ${said.trim() || `it ended with exit ${exit}`}`)
  const [tree = "", ...files] = parts(stdout)
  if (exit === 1) return { how: "conflict", files: [...new Set(files)] }
  return tree === (await treeOf(git, base)) ? { how: "landed", commit: null } : tree
}

/** The tree that has a branch checked out. */
async function checkedOutAt(git: Git, branch: string): Promise<string | undefined> {
  return (await listTrees(git)).find((tree) => tree.branch === branch && !tree.isBare && !tree.isMissing)
    ?.path
}

/** @throws git_failed */
async function requireClean(path: string, branch: string): Promise<void> {
  const status = await gitIn(path).run(["status", "--porcelain", "-z", "--untracked-files=no"])
  if (status === "") return
  fail("git_failed", {
    detail: `${branch} is checked out in ${path} with changes, so it is not touched.`,
    hint: "Commit them, or put them aside, and land again.",
  })
}

async function inTreeOfItsOwn(
  git: Git,
  { commit, landing }: { commit: string; landing: LandingWork },
  check: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const path = `${landing.trees}/land-${attemptName(landing)}-${process.pid}`
  await makeDirectory(dirname(path))
  await git.run(["worktree", "add", "--quiet", "--detach", "--", path, commit])
  try {
    return await check(path)
  } finally {
    await removeScratch(git, path)
  }
}

/** The tree was made for one check: what the check left in it is of no use. */
async function removeScratch(git: Git, path: string): Promise<void> {
  const { exit } = await git.ask(["worktree", "remove", "--force", "--", path])
  if (exit !== 0) await rm(path, { recursive: true, force: true })
}

/** @returns whether the base stood where it stood */
async function moveBase(
  git: Git,
  { base, from, to }: { base: string; from: string; to: string },
): Promise<boolean> {
  const out = await checkedOutAt(git, base)
  if (out === undefined) {
    const { exit } = await git.ask(["update-ref", "-m", "upnext: land", `refs/heads/${base}`, to, from])
    return exit === 0
  }
  await requireClean(out, base)
  const there = gitIn(out)
  try {
    await there.run(["merge", "--ff-only", "--quiet", to])
    return true
  } catch (error) {
    if (!(error instanceof UpnextError) || (await commitAt(git, `refs/heads/${base}`)) === from) throw error
    return false
  }
}
