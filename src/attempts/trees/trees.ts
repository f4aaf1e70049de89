import { type Git, gitIn } from "../../repository/git.ts"
import { someOf } from "../../machine/some-of.ts"
import { leaveOutUntracked } from "../../repository/own-index.ts"
import { hashFiles, treeOf } from "../../repository/tree.ts"
import type { ProjectChecks } from "../../terminal/project-checks.ts"
import { readRecords, writeRecord } from "../../repository/attempt-record.ts"
import { attemptHere, type Left, leaveTree } from "../../repository/leave.ts"
import { findBase } from "../../repository/base.ts"
import { openTree, type OpenedTree } from "../../repository/open-tree.ts"
import { findRepository, repositoryIn, requireGit } from "../../repository/repository.ts"
import type { OutputOf } from "../../client/contract.ts"
import { numberOf } from "../../domain/wire/names.ts"
import { committedChecks } from "../verify/catalog.ts"
import { directoryOf, type OwnTask } from "../verify/task-directory.ts"
import { setUp, type SetupLimits } from "./setup.ts"
import { placeSaid, requireApproval, requireStillAllowed } from "../verify/approval.ts"

/** A claim as its answer shows it. */
export interface TreeClaimed {
  readonly task: Pick<
    OutputOf<"task.read">["task"],
    "id" | "title" | "createdAt" | "attemptStartedAt" | "lease" | "work" | "assignee"
  >
  readonly epoch: number
}

/** A tree that is ready to be worked in. */
export interface ReadyTree extends OpenedTree {
  /** What a command in it finds in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Why its setup failed, in a sentence. */
  readonly setupFailed?: string
}

/** Where trees can be made. */
export type TreePlace = Awaited<ReturnType<typeof findTreePlace>>

/**
 * Checks whether trees can be made before a task is claimed: the repository, git, the base, and whether the
 * commands are allowed.
 * @throws no_repository, git_unfit, git_failed, invalid_input
 */
export async function findTreePlace(
  directory: string,
  wishes: {
    readonly base: string | undefined
    readonly trees: string | undefined
    readonly isYes: boolean
    readonly typed: string
  },
) {
  const { env } = process
  const repository = await findRepository(directory)
  const { git, main, root } = repository
  await requireGit(git, [2, 38], "A task's worktree")
  const base = await findBase(git, wishes.base)
  const checks = await committedChecks(git, base.commit, root)
  await requireApproval({ main, base: checks }, { isYes: wishes.isYes, env, typed: wishes.typed })
  const place = wishes.trees === undefined ? undefined : { directory: wishes.trees }
  const ownPlace = checks.trees === undefined ? undefined : placeSaid(main, checks.trees)
  return {
    async open({ task, epoch }: TreeClaimed, limits?: SetupLimits): Promise<ReadyTree> {
      const baseNow = await findBase(git, wishes.base)
      const now = baseNow.commit === base.commit ? checks : await committedChecks(git, baseNow.commit, root)
      requireStillAllowed({ main, base: now }, env)
      const opened = await openTree(
        repository,
        {
          ...{ task: numberOf(task.id), title: task.title, createdAt: task.createdAt, epoch },
          ...{ agent: task.lease?.holder ?? task.assignee, session: task.lease?.session ?? undefined },
          work: task.work,
        },
        { base: baseNow, trees: place ?? ownPlace },
      )
      const own = treeVariables(opened)
      const setupFailed = await setUp(opened.record, now, { env: { ...env, ...own }, limits })
      const begun = setupFailed === undefined ? await begin(git, opened, task.attemptStartedAt, now) : opened
      const notes = [...begun.notes, ...(await opened.lacking())]
      return { ...begun, notes, env: own, ...(setupFailed !== undefined && { setupFailed }) }
    },
    leave: ({ record }: OpenedTree, commits: boolean): Promise<Left> => leaveTree(record, { commits }),
    /** Whether its files are those that the attempt found in it. @param files their hash, where it is known */
    async isAsBegun({ record: { begin, path, start } }: OpenedTree, files?: string): Promise<boolean> {
      const now = files ?? (await hashFiles(gitIn(path)))
      return now === (begin?.files ?? (await treeOf(git, start)))
    },
  }
}

/**
 * Ends the attempt at a task in its tree: commits uncommitted work and reports the result. Undefined if the attempt
 * has no tree in the directory's repository.
 */
export async function leaveTreeOf(
  directory: string,
  task: OwnTask,
  commits: boolean,
): Promise<Left | undefined> {
  const own = await directoryOf(task, directory, process.env)
  const repository = own.repository ?? (await repositoryIn(own.directory))
  if (!repository?.isAdded) return undefined
  const record = await attemptHere(repository)
  if (!record || `T-${record.task}` !== task.id) return undefined
  return leaveTree(record, { commits, repository })
}

/** A task was claimed again, by the session that held it or in its own tree. The attempt continues in that tree. */
export async function followClaim(directory: string, { task, epoch }: TreeClaimed): Promise<void> {
  const repository = await repositoryIn(directory)
  if (!repository) return
  const session = task.lease?.session ?? null
  const record = (await readRecords(repository.git)).find(
    (each) =>
      `T-${each.task}` === task.id &&
      each.createdAt === task.createdAt &&
      each.epoch === epoch - 1 &&
      (each.path === repository.root ||
        (session !== null && each.session === session && each.agent === task.lease?.holder)),
  )
  if (record) await writeRecord(repository.git, { ...record, epoch })
}

// --- internal ---

/** Records the files that an attempt finds in its tree. Files that setup created there are not part of the work. */
async function begin(
  git: Git,
  opened: OpenedTree,
  attemptStartedAt: string | null,
  { setup }: ProjectChecks,
): Promise<OpenedTree> {
  const { record, notes } = opened
  const there = gitIn(record.path)
  const made = opened.isNew && setup !== undefined ? await leaveOutUntracked(there) : []
  const at = attemptStartedAt ?? record.createdAt
  if (record.isSetUp && record.begin?.at === at) return opened
  // Its files are those of the commit that it started at.
  const isAsStarted = opened.isNew && setup === undefined
  const begin = { at, ...(!isAsStarted && { files: await hashFiles(there) }) }
  const begun = { ...record, isSetUp: true, begin }
  await writeRecord(git, begun)
  const named = made.length === 0 ? [] : [`made by setup, so not part of the work: ${someOf(made, 8)}`]
  return { ...opened, record: begun, notes: [...notes, ...named] }
}

function treeVariables({ record }: OpenedTree): Record<string, string> {
  const { path, branch, base } = record
  return { UPNEXT_TREE: path, UPNEXT_BRANCH: branch, ...(base !== null && { UPNEXT_BASE: base }) }
}
