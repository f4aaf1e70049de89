import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { type Git, gitRefusal, isHash, parts } from "./git.ts"
import { gitPath, type OwnIndex, withOwnIndex } from "./own-index.ts"

/** Where a directory stands. */
export interface TreeState {
  /** Git's hash of all tracked and untracked files as they are now, without those that are ignored or left out. */
  readonly tree: string
  /** Undefined where there is no commit yet. */
  readonly commit: string | undefined
  /** Undefined on a detached head. */
  readonly branch: string | undefined
  /** True where the files are those of the commit. */
  readonly isClean: boolean
}

/**
 * The state of the tree that a directory is in. Nothing of the user's is touched: the hash is made with a copy of the
 * index, and its objects go into a directory that is removed again.
 * @throws git_failed, as for a file that cannot be read
 */
export async function readTree(git: Git): Promise<TreeState> {
  const [tree, commit, branch] = [await hashFiles(git), await headOf(git), await branchOf(git)]
  const isClean =
    commit !== undefined && tree === (await treeOf(git, commit)) && !(await hasDirtySubmodules(git))
  return { tree, commit, branch, isClean }
}

/** The hash alone. */
export function hashFiles(git: Git): Promise<string> {
  return withOwnIndex(git, async (own, index) => {
    const objects = await gitPath(git, "objects")
    await mkdir(join(index.directory, "objects"))
    const apart = own.with({
      GIT_OBJECT_DIRECTORY: join(index.directory, "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
    })
    return (await writeFiles(apart, index)).tree
  })
}

/** A tree that was written, and what is no part of it: repositories inside the repository that are no submodules. */
export interface WrittenFiles {
  readonly tree: string
  readonly embedded: readonly string[]
}

/**
 * Puts all tracked and untracked files into the index of this git, and writes them as a tree. A file that changes while
 * it is read is read again.
 */
export async function writeFiles(git: Git, { leftOut }: Pick<OwnIndex, "leftOut">): Promise<WrittenFiles> {
  const submodules = await linksIn(git)
  const untracked = await untrackedOf(git, leftOut)
  for (let attempt = 1; ; attempt += 1) {
    const { exit, said } = await git.ask(addAll)
    const { empty, others } = sortErrors(said)
    if (exit === 0 || others.length === 0) {
      const linked = (await linksIn(git)).filter((path) => !submodules.includes(path))
      await forget(git, [...linked, ...untracked])
      return { tree: (await git.run(["write-tree"])).trim(), embedded: [...linked, ...empty].sort() }
    }
    if (attempt === mostAttempts) throw gitRefusal(addAll, exit, others.join("\n"))
  }
}

/** The commit that is checked out. Undefined where there is none yet. */
export async function headOf(git: Git): Promise<string | undefined> {
  return commitAt(git, "HEAD")
}

/** The commit of a name that git knows; undefined for any other. */
export async function commitAt(git: Git, name: string): Promise<string | undefined> {
  const { exit, stdout } = await git.ask([
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ])
  const hash = stdout.trim()
  return exit === 0 && isHash(hash) ? hash : undefined
}

/** Whether a commit is another one, or behind it. */
export async function isWithin(git: Git, commit: string, end: string): Promise<boolean> {
  return (await git.ask(["merge-base", "--is-ancestor", commit, end])).exit === 0
}

/** The branch that is checked out, without `refs/heads/`. Undefined on a detached head. */
export async function branchOf(git: Git): Promise<string | undefined> {
  const { exit, stdout } = await git.ask(["symbolic-ref", "--quiet", "HEAD"])
  return exit === 0 ? stdout.trim().replace(/^refs\/heads\//, "") : undefined
}

/** The hash of the files of a commit. */
export async function treeOf(git: Git, commit: string): Promise<string> {
  return (await git.run(["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`])).trim()
}

// --- internal ---

const mostAttempts = 5

/** `--sparse`: a file outside of what is checked out may be there all the same. */
const addAll = ["add", "--all", "--sparse", "--ignore-errors"]

/** The paths in the index at which another repository stands. */
async function linksIn(git: Git): Promise<string[]> {
  const staged = parts(await git.run(["ls-files", "--stage", "-z"], { encoding: "latin1" }))
  return staged.filter((entry) => entry.startsWith("160000 ")).map((entry) => entry.replace(/^[^\t]*\t/, ""))
}

/** Those of these files that the index does not have. */
async function untrackedOf(git: Git, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return []
  const tracked = new Set(parts(await git.run(["ls-files", "-z"], { encoding: "latin1" })))
  return files.filter((path) => !tracked.has(path))
}

async function forget(git: Git, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `${path}\0`).join("")
  await git.run(["update-index", "--force-remove", "-z", "--stdin"], { input, encoding: "latin1" })
}

/** What `git add` said: the repositories without a commit, which it leaves out, and all that is an error. */
function sortErrors(said: string): { empty: string[]; others: string[] } {
  const errors = said.split("\n").filter((text) => /^(?:error|fatal): /.test(text))
  const empty = errors.flatMap(
    (text) => /^error: '(.+)\/' does not have a commit checked out$/.exec(text)?.[1] ?? [],
  )
  return { empty, others: errors.filter((text) => !text.endsWith(" does not have a commit checked out")) }
}

/** Changes inside a submodule are no part of the tree around it. */
async function hasDirtySubmodules(git: Git): Promise<boolean> {
  const status = await git.run(["status", "--porcelain=v2", "-z", "--ignore-submodules=none"])
  return /(?:^|\0)[12u] \S+ S(?:\.[M.]U|\.M\.|C[M.][U.])/.test(status)
}
