import { realpath } from "node:fs/promises"
import { type Git, isLateGit } from "./git.ts"
import { attemptName } from "./branch-name.ts"
import { readRecords, type AttemptRecord } from "./attempt-record.ts"
import { forkPoint } from "./fork-point.ts"
import { type LeftWork, repositoryName } from "./left-work.ts"
import { type Patch, readChange } from "./patch.ts"
import { repositoryIn, type Repository } from "./repository.ts"
import { submoduleNotes } from "./submodules.ts"
import { snapshotOf } from "./uncommitted.ts"
import { commitAt, isWithin, readHead } from "./tree.ts"
import { fail, UpnextError } from "../errors.ts"
import { mergeIn, type Merged } from "./merge-in.ts"
import { whyUnfit } from "./unfit.ts"
import { baseCommit } from "./base.ts"

/** What an attempt has left in its tree. */
export interface Left {
  readonly work: LeftWork
  readonly record: AttemptRecord
  /** What was left uncommitted was committed. */
  readonly isCommitted: boolean
  /** Git's hash of the files in the tree; undefined where what was left uncommitted is to be left. */
  readonly files: string | undefined
  /** What is not part of it, in words. */
  readonly notes: readonly string[]
  /** Undefined where it changes nothing, or its base is gone. */
  readonly patch: Patch | undefined
  /** Why it can be no part of its base, whatever that is. */
  readonly unfit: string | undefined
}

/** The attempt whose tree the repository's directory is in. */
export async function attemptHere({ git, root }: Repository): Promise<AttemptRecord | undefined> {
  return (await readRecords(git)).find(({ path }) => path === root)
}

/**
 * The end of an attempt. What is left uncommitted becomes a commit of its branch, unless it is to be left. Where another
 * commit is checked out than the end of the branch, as in the middle of a rebase, the branch stays as it is, and the
 * commit is kept under `refs/upnext/`.
 * @param repository as it was just found in the tree
 */
export async function leaveTree(
  record: AttemptRecord,
  { commits = true, repository }: { commits?: boolean; repository?: Repository } = {},
): Promise<Left> {
  const { git, main } = repository ?? (await ownRepository(record.path))
  const id = `T-${record.task}`
  const checkedOut = await readHead(git)
  const { commit: head, branch } = checkedOut
  if (head === undefined) return fail("git_failed", `There is no commit in ${record.path}.`)
  const isOnBranch = branch === record.branch
  const snapshot = commits ? await snapshotOf(git, `${id}: left uncommitted`, checkedOut) : undefined
  const { commit, tree = "" } = snapshot ?? { commit: head, tree: checkedOut.files }
  const isCommitted = commit !== head
  const notes = [...embeddedNotes(snapshot?.embedded ?? []), ...(await submoduleNotes(git))]
  if (isCommitted && isOnBranch) await moveBranch(git, record.branch, { to: commit, from: head })
  if (!isOnBranch) {
    await keepEnd(git, record, commit)
    notes.push(
      `${branch ?? "No branch"} is checked out in ${record.path} instead of ${record.branch}; the work there is kept as ${keptRef(record)}`,
    )
  }
  const base = await baseCommit(git, record)
  const merged = base === undefined ? undefined : await mergedWith(git, base, record, { commit, tree })
  const from =
    merged?.how === "merged"
      ? merged.from
      : base === undefined
        ? undefined
        : await forkIn(git, base, record, commit)
  const change = from === undefined ? undefined : await readChange(git, from, commit)
  const { files = 0, additions = 0, deletions = 0, links = [] } = change ?? {}
  return {
    work: {
      repository: await repositoryName(git, main),
      branch: record.branch,
      base: record.base,
      ...{ tree, commit, files, additions, deletions },
      path: record.path,
      ...(merged?.how === "conflict" && { conflicts: namesOf(merged.files) }),
    },
    record,
    isCommitted,
    files: snapshot?.tree,
    notes,
    patch: change?.patch,
    unfit: from && (await whyUnfit(git, { from, end: commit, branch: record.branch, links })),
  }
}

/** The ref under which the end of an attempt stays, whatever becomes of its tree and branch. */
export function keptRef(record: Pick<AttemptRecord, "task" | "epoch">): string {
  return `refs/upnext/${attemptName(record)}`
}

/** Lets the ref of an attempt stand at a commit. What it stood at before is no longer needed only if the new one holds it. */
export async function keepEnd(
  git: Git,
  record: Pick<AttemptRecord, "task" | "epoch">,
  commit: string,
): Promise<void> {
  const ref = await refToKeep(git, keptRef(record), { commit, old: await commitAt(git, keptRef(record)) })
  if (ref !== undefined) await git.run(["update-ref", ref, commit])
}

/** The ref that is to stand at an end, where `ref` stands at an older one. Undefined where that is kept already. */
export async function refToKeep(
  git: Git,
  ref: string,
  { commit, old }: { readonly commit: string; readonly old: string | undefined },
): Promise<string | undefined> {
  if (old === commit) return undefined
  const holds = old === undefined || (await isWithin(git, old, commit))
  // A second end of the same attempt stands beside the first one.
  return holds ? ref : `${ref}-${commit.slice(0, 12)}`
}

export function embeddedNotes(embedded: readonly string[]): string[] {
  if (embedded.length === 0) return []
  return [`left out, because they are repositories of their own: ${embedded.join(", ")}`]
}

// --- internal ---

const mostConflicts = 100

/** The attempt together with its base as it is now; undefined where it has none, or git cannot tell. */
async function mergedWith(
  git: Git,
  base: string,
  { base: name, branch, began }: AttemptRecord,
  { commit, tree }: { commit: string; tree: string },
): Promise<Merged | undefined> {
  if (name === null) return undefined
  try {
    return await mergeIn(git, base, { branch, commit, began, base: name }, tree)
  } catch (error) {
    if (error instanceof UpnextError && error.code === "git_failed" && !isLateGit(error)) return undefined
    throw error
  }
}

async function forkIn(
  git: Git,
  base: string,
  { began, base: branch }: AttemptRecord,
  commit: string,
): Promise<string> {
  return (await forkPoint(git, { began, base: { commit: base, branch } }, commit))?.commit ?? base
}

/** Some of the files in conflict, as they can be shown. */
const namesOf = (files: readonly string[]) =>
  files.slice(0, mostConflicts).map((path) => path.replace(/\p{Cc}/gu, "?"))

/** Where the `.git` of a tree is gone, git would find a repository above it. @throws git_failed */
async function ownRepository(path: string): Promise<Repository> {
  const found = await repositoryIn(path)
  if (found?.root === (await realpath(path).catch(() => ""))) return found
  return fail(
    "git_failed",
    `${path} is no longer a git tree: its .git is missing, so nothing there can be kept.`,
  )
}

/** The files stay as they are; the index follows the commit that holds them. */
async function moveBranch(
  git: Git,
  branch: string,
  { to, from }: { to: string; from: string },
): Promise<void> {
  await git.run(["update-ref", "-m", "upnext: left uncommitted", `refs/heads/${branch}`, to, from])
  await git.run(["reset", "--quiet", "--mixed"])
}
