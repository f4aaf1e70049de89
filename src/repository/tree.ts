import { lstat } from "node:fs/promises"
import { type Git, gitRefusal, isHash, parts } from "./git.ts"
import { ownObjects, type OwnIndex, withOwnIndex } from "./own-index.ts"
import { succeeds } from "../machine/file-errors.ts"

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
  const { tree, hasLinks } = await hashed(git)
  const { commit, branch, files } = await readHead(git)
  const isClean = tree === files && !(hasLinks && (await hasDirtySubmodules(git)))
  return { tree, commit, branch, isClean }
}

/** The hash alone. */
export const hashFiles = async (git: Git) => (await hashed(git)).tree

/** A tree that was written, and what is no part of it: repositories inside the repository that are no submodules. */
export interface WrittenFiles {
  readonly tree: string
  readonly embedded: readonly string[]
  /** It has submodules. */
  readonly hasLinks: boolean
}

/**
 * Puts all tracked and untracked files into the index of this git, and writes them as a tree. A file that changes while
 * it is read is read again.
 */
export async function writeFiles(git: Git, { leftOut }: Pick<OwnIndex, "leftOut">): Promise<WrittenFiles> {
  const before = await entriesOf(git)
  await lookAgain(git, before)
  const submodules = before.filter(isLink).map(({ path }) => path)
  const tracked = new Set(before.map(({ path }) => path))
  const untracked = leftOut.filter((path) => !tracked.has(path))
  let hasAdded = false
  for (let attempt = 1; ; attempt += 1) {
    const { exit, stdout, said } = await git.ask(addAll, { maxBytes: mostNamed })
    hasAdded ||= stdout !== ""
    const { empty, others } = sortErrors(said)
    if (exit === 0 || others.length === 0) {
      const linked = (hasAdded ? await entriesOf(git) : before)
        .flatMap((entry) => (isLink(entry) ? [entry.path] : []))
        .filter((path) => !submodules.includes(path))
      await tellIndex(git, "--force-remove", [...linked, ...untracked])
      const tree = (await git.run(["write-tree"])).trim()
      return { tree, embedded: [...linked, ...empty].sort(), hasLinks: submodules.length > 0 }
    }
    if (attempt === mostAttempts) throw gitRefusal(addAll, exit, others.join("\n"))
  }
}

/** What is checked out. */
export interface CheckedOut {
  /** Undefined where there is no commit yet, as are its files. */
  readonly commit: string | undefined
  /** Git's hash of the files of the commit. */
  readonly files: string | undefined
  /** Undefined on a detached head. */
  readonly branch: string | undefined
}

export async function readHead(git: Git): Promise<CheckedOut> {
  const asked = ["rev-parse", "HEAD^{commit}", "HEAD^{tree}", "--symbolic-full-name", "HEAD"]
  const { exit, stdout } = await git.ask(asked)
  if (exit !== 0) return { commit: undefined, files: undefined, branch: await branchOf(git) }
  const [commit, files, head = ""] = stdout.split("\n")
  return { commit, files, branch: /^refs\/heads\/(.*)$/.exec(head)?.[1] }
}

/**
 * Whether a tree holds what is committed there and nothing else, so that a command finds the same in any other tree of the
 * same files: nothing that git ignores, and no mode that it does not look at.
 */
export async function isWhole(git: Git): Promise<boolean> {
  const modes = await git.ask(["config", "--type=bool", "--get", "core.fileMode"])
  if (modes.stdout.trim() === "false") return false
  return (await git.run(["ls-files", "--others", "--directory", "-z"], { encoding: "latin1" })) === ""
}

/** The commit of a name that git knows; undefined for any other. */
export async function commitAt(git: Git, name: string): Promise<string | undefined> {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]
  const { exit, stdout } = await git.ask(asked)
  const hash = stdout.trim()
  return exit === 0 && isHash(hash) ? hash : undefined
}

/** The objects of several names, such as `refs/heads/main^{commit}`; undefined for each that git does not know. */
export async function objectsAt(git: Git, names: readonly string[]): Promise<(string | undefined)[]> {
  const args = ["cat-file", "--batch-check=%(objectname)"]
  const listed = await git.run(args, { input: names.map((name) => `${name}\n`).join("") })
  return listed.split("\n", names.length).map((text) => (isHash(text) ? text : undefined))
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

const hashed = (git: Git) =>
  withOwnIndex(git, async (own, index) => writeFiles(await ownObjects(own, index), index))

const mostAttempts = 5
/** The names of some three million files. In bytes. */
const mostNamed = 256 * 1024 ** 2

/** `--sparse`: a file outside of what is checked out may be there all the same. `--verbose` names each that has changed. */
const addAll = ["add", "--all", "--sparse", "--ignore-errors", "--verbose"]

interface IndexEntry {
  readonly path: string
  /** Small where git is told to take the file for unchanged; `S` where it is told that the file is not there. */
  readonly tag: string
  readonly mode: string
}

async function entriesOf(git: Git): Promise<IndexEntry[]> {
  const listed = parts(await git.run(["ls-files", "--stage", "-v", "-z"], { encoding: "latin1" }))
  return listed.map((row) => {
    const tab = row.indexOf("\t")
    return { tag: row.slice(0, 1), mode: row.slice(2, 8), path: row.slice(tab + 1) }
  })
}

/** Another repository stands there. */
const isLink = ({ mode }: IndexEntry) => mode === "160000"

/** A file that git was told not to look at is looked at: what a check finds there is what is named. */
async function lookAgain(git: Git, entries: readonly IndexEntry[]): Promise<void> {
  const assumed = entries.flatMap(({ tag, path }) => (tag === tag.toUpperCase() ? [] : [path]))
  await tellIndex(git, "--no-assume-unchanged", assumed)
  const skipped = entries.filter(({ tag }) => tag.toUpperCase() === "S")
  if (skipped.length === 0) return
  const { directory } = git
  const there = await Promise.all(skipped.map(({ path }) => isThere(Buffer.from(`${directory}/`), path)))
  const found = skipped.flatMap(({ path }, i) => (there[i] ? [path] : []))
  await tellIndex(git, "--no-skip-worktree", found)
}

const isThere = (directory: Buffer, path: string) =>
  succeeds(lstat(Buffer.concat([directory, Buffer.from(path, "latin1")])))

async function tellIndex(git: Git, word: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `${path}\0`).join("")
  await git.run(["update-index", word, "-z", "--stdin"], { input, encoding: "latin1" })
}

/** What `git add` said: the repositories without a commit, which it leaves out, and all that is an error. */
function sortErrors(said: string): { empty: string[]; others: string[] } {
  const errors = said.split("\n").filter((text) => /^(?:error|fatal): /.test(text))
  const empty = errors.flatMap(
    (text) => /^error: '(.+)\/' does not have a commit checked out$/.exec(text)?.[1] ?? [],
  )
  // Newer versions say it twice.
  const isOfEmpty = (text: string) =>
    text.endsWith(" does not have a commit checked out") ||
    empty.some((path) => text === `error: unable to index file '${path}/'`)
  return { empty, others: errors.filter((text) => !isOfEmpty(text)) }
}

/** Changes inside a submodule are no part of the tree around it. */
async function hasDirtySubmodules(git: Git): Promise<boolean> {
  const status = await git.run(["status", "--porcelain=v2", "-z", "--ignore-submodules=none"])
  return /(?:^|\0)[12u] \S+ S(?:\.[M.]U|\.M\.|C[M.][U.])/.test(status)
}
