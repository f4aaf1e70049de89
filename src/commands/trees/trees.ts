import { attemptHere, type Left, leaveTree } from "../../repository/leave.ts"
import { findBase } from "../../repository/base.ts"
import { type OpenedTree, openTree, type TreeWishes } from "../../repository/open-tree.ts"
import { findRepository, requireGit } from "../../repository/repository.ts"
import { UpnextError } from "../../errors.ts"
import type { OutputOf } from "../../client/contract.ts"

/** A claim as its answer shows it. */
export interface TreeClaimed {
  readonly task: Pick<
    OutputOf<"task.read">["task"],
    "id" | "title" | "createdAt" | "lease" | "work" | "assignee"
  >
  readonly epoch: number
}

/** Where trees can be made. */
export interface TreePlace {
  open(claimed: TreeClaimed): Promise<OpenedTree>
}

/** Looks whether trees can be made, before anything is claimed. @throws no_repository, git_unfit, git_failed */
export async function findTreePlace(directory: string, wishes: TreeWishes): Promise<TreePlace> {
  const repository = await findRepository(directory)
  await requireGit(repository.git, [2, 38], "A worktree of a task")
  await findBase(repository.git, wishes.base)
  return {
    open: ({ task, epoch }) =>
      openTree(
        repository,
        {
          ...{ task: Number(task.id.slice(2)), title: task.title, createdAt: task.createdAt, epoch },
          ...{ agent: task.lease?.holder ?? task.assignee, session: task.lease?.session ?? undefined },
          work: task.work,
        },
        wishes,
      ),
  }
}

/**
 * Ends the attempt at a task whose tree the directory is in: commits what is left, and says what there is. Undefined where
 * the directory is in no tree of that task.
 */
export async function leaveTreeOf(
  directory: string,
  id: string,
  commits: boolean,
): Promise<Left | undefined> {
  const repository = await findRepository(directory).catch((error: unknown) => {
    if (error instanceof UpnextError && (error.code === "no_repository" || error.code === "git_unfit"))
      return undefined
    throw error
  })
  if (!repository?.isAdded) return undefined
  const record = await attemptHere(repository)
  if (!record || `T-${record.task}` !== id) return undefined
  return leaveTree(record, { main: repository.main, commits })
}
