import { sayIs } from "../../domain/wire/enums.ts"
import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { readRecords } from "../../repository/attempt-record.ts"
import { attemptState, bytesIn, keptEnds } from "../../repository/attempt-state.ts"
import { attemptIn } from "../../repository/branch-name.ts"
import { removeTree } from "../../repository/remove-tree.ts"
import { findRepository, repositoryIn, type Repository } from "../../repository/repository.ts"
import { listTrees } from "../../repository/worktree-list.ts"
import { UpnextError } from "../../errors.ts"
import { processesIn } from "../../machine/processes-in.ts"

type ReadTask = OutputOf<"task.read">["task"]

/** An attempt with a tree, combining what the repository and the board know about it. */
export interface TreeAttempt {
  readonly task: string
  /** As the board has it; null: it has no such task. */
  readonly status: ReadTask["status"] | null
  readonly epoch: number
  readonly branch: string
  readonly base: string | null
  readonly path: string
  /** null: its directory is gone. */
  readonly bytes: number | null
  readonly ahead: number | null
  readonly behind: number | null
  readonly clean: boolean
  /** The attempt is under way. */
  readonly held: boolean
  readonly landed: boolean
  /** Its task is done, and no attempt has reported the work in its tree. */
  readonly unreported: boolean
}

/** All attempts of the repository here. */
export async function listAttempts(client: Client, directory: string): Promise<TreeAttempt[]> {
  return (await attemptsIn(client, await findRepository(directory))).map(({ shown }) => shown)
}

export interface CleanedAttempt extends TreeAttempt {
  /** null: it was removed. */
  readonly stays: string | null
}

/**
 * Removes the trees and branches of closed tasks that contain only landed work. With `discards`, also trees that
 * contain more; their work stays under `refs/upnext/`.
 */
export async function cleanAttempts(
  client: Client,
  directory: string,
  discards: boolean,
): Promise<CleanedAttempt[]> {
  const repository = await findRepository(directory)
  const cleaned: CleanedAttempt[] = []
  for (const { shown, state } of await attemptsIn(client, repository)) {
    const isHere = shown.path === repository.root
    const why = isHere
      ? "you are in it"
      : (whyItStays(shown, state.isKept, discards) ?? (await whoIsIn(shown)))
    const stays = why ?? (await remove(repository, state, discards))
    cleaned.push({ ...shown, stays: stays ?? null })
  }
  return cleaned
}

/**
 * Why a branch does not belong to the current attempt at its task, in a sentence; undefined if it does. Finished
 * work stays current until the task is claimed again.
 */
export async function whyNotCurrent(
  client: Client,
  directory: string,
  branch: string,
): Promise<string | undefined> {
  const named = attemptIn(branch)
  if (!named) return `${branch} is not the branch of an attempt.`
  // A CI server may not have a full repository: the branch name alone identifies the attempt.
  const repository = await repositoryIn(directory)
  const records = repository ? await readRecords(repository.git) : []
  const record = records.find((each) => each.branch === branch)
  const task = await readTask(client, `T-${named.task}`)
  if (!task || (record && record.createdAt !== task.createdAt)) return `The board has no task for ${branch}.`
  const epoch = record?.epoch ?? named.epoch
  const present = task.lease?.epoch ?? task.work?.epoch
  if (present === epoch) return undefined
  return present === undefined
    ? `${task.id} has no holder now.`
    : `${task.id} is on attempt ${present}, but ${branch} belongs to attempt ${epoch}.`
}

// --- internal ---

async function attemptsIn(client: Client, { git }: Repository) {
  const [records, trees, refs] = [await readRecords(git), await listTrees(git), await keptEnds(git)]
  const tasks = new Map<number, ReadTask | undefined>()
  for (const { task } of records) if (!tasks.has(task)) tasks.set(task, await readTask(client, `T-${task}`))
  const ordered = [...records].sort((a, b) => a.task - b.task || a.epoch - b.epoch)
  const found = []
  for (const record of ordered) {
    const state = await attemptState(git, record, { trees, refs })
    const task = tasks.get(record.task)
    const own = task?.createdAt === record.createdAt ? task : undefined
    const { branch, base, path, epoch } = record
    const shown: TreeAttempt = {
      ...{ task: `T-${record.task}`, status: own?.status ?? null, epoch, branch, base, path },
      bytes: state.isThere ? await bytesIn(path) : null,
      ahead: state.ahead ?? null,
      behind: state.behind ?? null,
      clean: state.isClean,
      held: own?.lease?.epoch === epoch,
      unreported: own?.status === "done" && !own.work,
      landed: own?.work?.landed != null && own.work.epoch >= epoch,
    }
    found.push({ shown, state })
  }
  return found
}

async function readTask(client: Client, id: string): Promise<ReadTask | undefined> {
  try {
    return (await client.task.read({ id })).task
  } catch (error) {
    if (error instanceof UpnextError && (error.code === "task_not_found" || error.code === "task_deleted"))
      return undefined
    throw error
  }
}

function whyItStays(
  { status, clean, landed, ahead }: TreeAttempt,
  isKept: boolean,
  discards: boolean,
): string | undefined {
  if (status !== null && status !== "done" && status !== "cancelled") return `its task ${sayIs(status)}`
  if (discards) return undefined
  if (!clean) return "it has uncommitted changes"
  const isEmpty = ahead === 0
  if (!landed && !isEmpty) return "it has not landed"
  return isKept ? undefined : "it contains commits that are neither in the base nor kept"
}

/** A process that is running there would continue in a directory that no longer exists. */
async function whoIsIn({ path, bytes }: TreeAttempt): Promise<string | undefined> {
  const [pid, ...more] = bytes === null ? [] : await processesIn(path)
  if (pid === undefined) return undefined
  return more.length === 0
    ? `process ${pid} is running in it`
    : `${more.length + 1} processes are running in it, such as ${pid}`
}

/** @returns why git did not remove it */
async function remove(
  { git }: Repository,
  state: Parameters<typeof removeTree>[1],
  discards: boolean,
): Promise<string | undefined> {
  try {
    await removeTree(git, state, { discards })
    return undefined
  } catch (error) {
    if (error instanceof UpnextError) return error.message
    throw error
  }
}
