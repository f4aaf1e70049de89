import { type Git, gitIn, parts } from "./git.ts"
import { attemptIn } from "./branch-name.ts"
import type { AttemptRecord } from "./attempt-record.ts"
import { embeddedNotes, keptRef } from "./leave.ts"
import { snapshotOf } from "./uncommitted.ts"
import { commitAt } from "./tree.ts"
import { listTrees } from "./worktree-list.ts"

/** Where the last attempt at a task ended. */
export interface PreviousEnd {
  /** What is said of it. */
  readonly notes: readonly string[]
  /** The next attempt begins here; undefined where nothing of the last one is here. */
  readonly commit: string | undefined
}

/** What the board says that the last attempt has left. Anybody may have written it, so its words are only compared. */
export interface ReportedWork {
  readonly branch: string
  readonly epoch: number
  readonly agent: string
  readonly host: string | null
  readonly path: string | null
  readonly landed: object | null
}

/**
 * Where the next attempt begins: at the end of the last one that was made here, with what was left uncommitted in its tree
 * as a commit beside it. Where the last one was made elsewhere, at the branch of the remote, if it is there.
 */
export async function findPrevious(
  git: Git,
  {
    task,
    records,
    reported,
  }: { task: number; records: readonly AttemptRecord[]; reported: ReportedWork | undefined },
): Promise<PreviousEnd> {
  const last = [...records].sort((a, b) => b.epoch - a.epoch)[0]
  if (reported?.landed && reported.epoch >= (last?.epoch ?? 0)) return { notes: [], commit: undefined }
  if (reported && reported.epoch > (last?.epoch ?? 0)) {
    const there = await fetchBranch(git, task, reported)
    if (there.commit !== undefined || !last) return there
    const here = await endOf(git, last)
    return { ...here, notes: [...there.notes, ...here.notes] }
  }
  return last ? endOf(git, last) : { notes: [], commit: undefined }
}

// --- internal ---

/** A network may not answer. */
const fetchMs = 60_000

async function endOf(git: Git, record: AttemptRecord): Promise<PreviousEnd> {
  const trees = await listTrees(git)
  const isThere = trees.some(({ path, isMissing }) => path === record.path && !isMissing)
  if (!isThere) {
    const commit =
      (await commitAt(git, keptRef(record))) ?? (await commitAt(git, `refs/heads/${record.branch}`))
    const from = commit === undefined ? [] : [`Goes on from ${record.branch}.`]
    return { commit, notes: from }
  }
  const old = gitIn(record.path)
  const { commit, head, embedded } = await snapshotOf(old, `T-${record.task}: left uncommitted`)
  const leftovers = commit === head ? "" : ", with what was left uncommitted there"
  const ignored = await ignoredIn(old)
  return {
    commit,
    notes: [
      `Goes on from ${record.branch}${leftovers}.`,
      ...embeddedNotes(embedded),
      ...(ignored.length > 0 ? [`left out, since git ignores it: ${shortList(ignored)}`] : []),
    ],
  }
}

async function ignoredIn(git: Git): Promise<string[]> {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]
  return parts(await git.run(args))
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 8)
  return [...shown, ...(names.length > shown.length ? [`${names.length - shown.length} more`] : [])].join(
    ", ",
  )
}

/** The branch of an attempt that was made on another machine. Only a name of our form is asked for. */
async function fetchBranch(
  git: Git,
  task: number,
  { branch, agent, host }: ReportedWork,
): Promise<PreviousEnd> {
  const where = host === null ? "elsewhere" : `on ${host}`
  const missing = `The last attempt, by ${agent} ${where}, is not in this repository`
  if (attemptIn(branch)?.task !== task) return { commit: undefined, notes: [`${missing}.`] }
  const local = await commitAt(git, `refs/heads/${branch}`)
  if (local !== undefined) return { commit: local, notes: [`Goes on from ${branch}.`] }
  const remote = "origin"
  const kept = `refs/remotes/${remote}/${branch}`
  if ((await git.ask(["config", "--get", `remote.${remote}.url`])).exit === 0)
    await git
      .ask(
        ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", remote, `+refs/heads/${branch}:${kept}`],
        {
          timeoutMs: fetchMs,
        },
      )
      .catch(() => undefined)
  const commit = await commitAt(git, kept)
  return commit === undefined
    ? { commit, notes: [`${missing}, nor is its branch ${branch} at a remote: begins at the base.`] }
    : { commit, notes: [`${missing}: goes on from ${remote}/${branch}.`] }
}
