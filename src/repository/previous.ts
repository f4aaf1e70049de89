import { type Git, gitIn, isHash } from "./git.ts"
import { attemptIn } from "./branch-name.ts"
import type { AttemptRecord } from "./attempt-record.ts"
import { embeddedNotes, keptRef } from "./leave.ts"
import { snapshotOf } from "./uncommitted.ts"
import { fetchBranch, fetchedAttempt, remoteOf, remoteTip } from "./remote-branch.ts"
import { submoduleNotes } from "./submodules.ts"
import { commitAt, isWithin, objectsAt } from "./tree.ts"
import { listTrees } from "./worktree-list.ts"

/** Where the last attempt at a task ended. */
export interface PreviousEnd {
  /** What is said of it. */
  readonly notes: readonly string[]
  /** The next attempt begins here; undefined where nothing of the last one is here. */
  readonly commit: string | undefined
  /** The tree that it ended in, where that is still there. */
  readonly tree?: string
}

/** What the board says that the last attempt has left. Anyone may have written it, so its words are only compared. */
export interface ReportedWork {
  readonly branch: string
  readonly commit: string
  readonly epoch: number
  readonly agent: string
  readonly host: string | null
  readonly path: string | null
  readonly landed: object | null
}

/** The attempts at a task before the one with this epoch. */
export interface EarlierAttempts {
  readonly task: number
  readonly title: string
  readonly epoch: number
  readonly records: readonly AttemptRecord[]
  readonly reported: ReportedWork | undefined
}

/**
 * Where the next attempt begins: at the end of the last one that was made here, with what was left uncommitted in its tree
 * as a commit beside it. Where the last one was made elsewhere, at the branch of the remote, if it is there.
 */
export async function findPrevious(
  git: Git,
  { task, title, epoch, records, reported }: EarlierAttempts,
): Promise<PreviousEnd> {
  const last = [...records].sort((a, b) => b.epoch - a.epoch)[0]
  const after = Math.max(last?.epoch ?? 0, reported?.epoch ?? 0)
  const unknown = await fetchedAttempt(git, { task, title, after, before: epoch })
  if (unknown) {
    const { remote, branch } = unknown
    const notes = [
      `Attempt ${unknown.epoch} has reported nothing, so this attempt continues from ${remote}/${branch}.`,
    ]
    return { notes, commit: await remoteTip(git, remote, branch) }
  }
  if (reported?.landed && reported.epoch >= (last?.epoch ?? 0)) return { notes: [], commit: undefined }
  if (reported && reported.epoch > (last?.epoch ?? 0)) {
    const there = await endElsewhere(git, task, reported)
    if (there.commit !== undefined || !last) return there
    const here = await endOf(git, last)
    return { ...here, notes: [...there.notes, ...here.notes] }
  }
  if (!last) return { notes: [], commit: undefined }
  const here = await endOf(git, last)
  // One that began at the base, since the one before was not here, and came to nothing, does not end the line.
  const isEmpty = here.commit === undefined || here.commit === last.start
  if (!isEmpty || !reported || reported.landed || (await isPart(git, reported, last))) return here
  const there = await endElsewhere(git, task, reported)
  return there.commit === undefined ? here : there
}

// --- internal ---

async function isPart(git: Git, { commit }: ReportedWork, { start }: AttemptRecord): Promise<boolean> {
  return isHash(commit) && (await isWithin(git, commit, start))
}

async function endOf(git: Git, record: AttemptRecord): Promise<PreviousEnd> {
  const trees = await listTrees(git)
  const isThere = trees.some(({ path, isMissing }) => path === record.path && !isMissing)
  if (!isThere) {
    const ends = [`${keptRef(record)}^{commit}`, `refs/heads/${record.branch}^{commit}`]
    const [kept, tip] = await objectsAt(git, ends)
    // What was kept when it could not land is older than what was done about that.
    const isLater = kept === undefined || (tip !== undefined && (await isWithin(git, kept, tip)))
    const commit = isLater ? tip : kept
    const from =
      commit === undefined
        ? `The branch of its last attempt, ${record.branch}, is gone, so this attempt starts from the base.`
        : `Continues from ${record.branch}.`
    return { commit, notes: [from] }
  }
  const old = gitIn(record.path)
  const { commit, head, embedded } = await snapshotOf(old, `T-${record.task}: left uncommitted`)
  const leftovers = commit === head ? "" : ", with the uncommitted work left there"
  return {
    commit,
    tree: record.path,
    notes: [
      `Continues from ${record.branch}${leftovers}.`,
      ...embeddedNotes(embedded),
      ...(await submoduleNotes(old)),
    ],
  }
}

/**
 * The end of an attempt that was made on another machine, as far as it was pushed. Only a branch with a name of our form is
 * asked for.
 */
async function endElsewhere(
  git: Git,
  task: number,
  { branch, commit, agent, host }: ReportedWork,
): Promise<PreviousEnd> {
  const where = host === null ? "elsewhere" : `on ${host}`
  const missing = `The last attempt, by ${agent} ${where}, is not in this repository`
  if (attemptIn(branch)?.task !== task) return { commit: undefined, notes: [`${missing}.`] }
  const local = await commitAt(git, `refs/heads/${branch}`)
  if (local !== undefined && local === commit) return { commit: local, notes: [`Continues from ${branch}.`] }
  const remote = await remoteOf(git)
  if (remote !== undefined) await fetchBranch(git, remote, branch)
  const there = await remoteTip(git, remote, branch)
  const isLocal = local !== undefined && (there === undefined || (await isWithin(git, there, local)))
  const end = isLocal ? local : there
  if (end === undefined)
    return {
      commit: end,
      notes: [`${missing}, nor is its branch ${branch} on a remote, so this attempt starts from the base.`],
    }
  const from = isLocal ? `Continues from ${branch}.` : `${missing}: continues from ${remote}/${branch}.`
  const isWhole = isHash(commit) && (await isWithin(git, commit, end))
  const lacks = `Its last commit, ${commit.slice(0, 7)}, is not on that branch, so the commit was not pushed.`
  return { commit: end, notes: isWhole ? [from] : [from, lacks] }
}
