import { existsSync } from "node:fs"
import { lstat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeDirectory } from "../machine/make-directory.ts"
import { fail, UpnextError } from "../errors.ts"
import { type AttemptRecord, beganAt, readRecords, writeRecord } from "./attempt-record.ts"
import type { Base } from "./base.ts"
import { attemptName, branchNameOf } from "./branch-name.ts"
import { removeHalfMade } from "./half-made.ts"
import { bringUp } from "./bring-up.ts"
import { someOf } from "../machine/some-of.ts"
import { ignoredNotes } from "./ignored.ts"
import { copyIncluded } from "./include.ts"
import { findPrevious, type ReportedWork } from "./previous.ts"
import type { Repository } from "./repository.ts"
import { objectsAt } from "./tree.ts"
import { treesOf, type TreesPlace } from "./trees-place.ts"
import { listTrees } from "./worktree-list.ts"
import { succeeds } from "../machine/file-errors.ts"

/** The claim that a tree is for. */
export interface TreeClaim {
  readonly task: number
  readonly title: string
  /** When the task was created. */
  readonly createdAt: string
  readonly epoch: number
  readonly agent: string
  readonly session: string | undefined
  /** What the board says that the last attempt has left. */
  readonly work: ReportedWork | undefined
}

export interface TreeWishes {
  /** The branch that it starts from and lands in, as it is now. */
  readonly base: Base
  /** The directory that the trees are in; default: beside the repository. */
  readonly trees: TreesPlace | undefined
}

export interface OpenedTree {
  readonly record: AttemptRecord
  readonly isNew: boolean
  /** The files in which the base, merged in, is in conflict with the work so far. */
  readonly conflicts: readonly string[]
  /** What a person should know, each in a sentence. */
  readonly notes: readonly string[]
  /** The same about what a new tree lacks, once its setup has run. */
  lacking(): Promise<readonly string[]>
}

/**
 * A tree and a branch of its own for an attempt. The same session that claims its task anew keeps both. Any other attempt
 * gets new ones, which begin where the last attempt ended, so that whoever goes on in the old tree changes nothing here.
 */
export async function openTree(
  repository: Repository,
  claim: TreeClaim,
  { base, trees }: TreeWishes,
): Promise<OpenedTree> {
  const { git, main } = repository
  const records = (await readRecords(git)).filter(
    ({ task, createdAt }) => task === claim.task && createdAt === claim.createdAt,
  )
  const own = await keptBy(repository, claim, records)
  if (own) return own
  const previous = await findPrevious(git, { ...claim, records, reported: claim.work })
  const before = await beganAt(git, claim)
  const behind = { task: claim.task, began: before, branch: `T-${claim.task}`, base }
  const brought =
    previous.commit === undefined
      ? { commit: base.commit, merged: base.commit, conflicts: [] }
      : await bringUp(git, { ...behind, commit: previous.commit })
  const { commit: start, merged, conflicts } = brought
  const directory = await treesOf(main, trees)
  if (claim.epoch > 1) await removeHalfMade(git, claim, directory)
  const { branch, path } = await freeNames(repository, claim, directory)
  await addTree(repository, { branch, path, start })
  const began = [...new Set([...before, ...(merged === undefined ? [] : [merged])])]
  const record: AttemptRecord = {
    ...{ branch, path, base: base.branch, start, began, isSetUp: false },
    ...{ task: claim.task, epoch: claim.epoch, createdAt: claim.createdAt },
    ...{ agent: claim.agent, session: claim.session ?? null },
  }
  await writeRecord(git, record)
  const lacking = existsSync(join(path, ".gitmodules")) ? [noSubmodules] : []
  const { copied, notes: included } = await copyIncluded(main, path)
  const onNone = base.branch === null ? ["No branch is checked out, so land the work with --base."] : []
  return {
    record,
    isNew: true,
    lacking: () => ignoredNotes(path, { old: previous.tree, main, copied }),
    conflicts,
    notes: [...previous.notes, ...conflictNotes(base.branch, conflicts), ...included, ...lacking, ...onNone],
  }
}

// --- internal ---

/** The tree of the attempt that this claim goes on with. */
async function keptBy(
  { git }: Repository,
  { epoch, agent, session }: TreeClaim,
  records: readonly AttemptRecord[],
): Promise<OpenedTree | undefined> {
  const last = records.find(
    (each) =>
      each.agent === agent &&
      each.session === (session ?? null) &&
      (each.epoch === epoch || (session !== undefined && each.epoch === epoch - 1)),
  )
  if (!last) return undefined
  const trees = await listTrees(git)
  if (!trees.some(({ path, isMissing }) => path === last.path && !isMissing)) return undefined
  const record = { ...last, epoch }
  await writeRecord(git, record)
  return { record, isNew: false, conflicts: [], notes: [], lacking: () => Promise.resolve([]) }
}

function conflictNotes(base: string | null, conflicts: readonly string[]): string[] {
  if (conflicts.length === 0) return []
  return [`${base ?? "its base"} is merged in, with conflicts to resolve in ${someOf(conflicts, 8)}`]
}

/** Names that nothing has yet: the task of another board may have the same number. */
async function freeNames(
  { git }: Repository,
  claim: TreeClaim,
  trees: string,
): Promise<{ branch: string; path: string }> {
  const name = attemptName(claim)
  for (let i = 1; i < mostTries; i += 1) {
    const end = i === 1 ? "" : `-${i}`
    const [inside, beside] = [branchNameOf(claim.title, claim, "/"), branchNameOf(claim.title, claim, "-")]
    const asked = ["upnext", `${inside}${end}`, `${beside}${end}`].map((each) => `refs/heads/${each}`)
    const [other, ...taken] = await objectsAt(git, asked)
    const branch = `${other === undefined ? inside : beside}${end}`
    const path = join(trees, `${name}${end}`)
    const isTaken = taken[other === undefined ? 0 : 1] !== undefined || (await succeeds(lstat(path)))
    if (!isTaken) return { branch, path }
  }
  return fail("tree_unfit", `There are already too many trees for ${name} in ${trees}.`)
}

const mostTries = 100

async function addTree(
  { git }: Repository,
  { branch, path, start }: { branch: string; path: string; start: string },
): Promise<void> {
  try {
    await makeDirectory(dirname(path))
  } catch (error) {
    const why = error instanceof UpnextError ? error.message : String(error)
    fail("tree_unfit", { detail: `No trees can be created in ${dirname(path)}: ${why}`, cause: error })
  }
  try {
    // With -b, git makes the branch even where it cannot add the tree.
    await git.run(["update-ref", "--create-reflog", `refs/heads/${branch}`, start, "0".repeat(start.length)])
    await git.run(["worktree", "add", "--quiet", "--", path, branch]).catch(async (error: unknown) => {
      await git.ask(["update-ref", "-d", `refs/heads/${branch}`, start])
      throw error
    })
  } catch (error) {
    if (!(error instanceof UpnextError) || error.code !== "git_failed") throw error
    fail("tree_unfit", { detail: `No tree can be created at ${path}: ${error.message}`, cause: error })
  }
}

const noSubmodules = "Its submodules are not checked out; `git submodule update --init` checks them out."
