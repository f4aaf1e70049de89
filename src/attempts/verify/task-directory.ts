import { existsSync } from "node:fs"
import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { readRecords } from "../../repository/attempt-record.ts"
import { repositoryIn, type Repository } from "../../repository/repository.ts"
import { line } from "../../terminal/output.ts"
import type { Env } from "../../terminal/sources.ts"

export type OwnTask = Pick<OutputOf<"task.read">["task"], "id" | "createdAt" | "lease">

/** Where the files of an attempt are, and the repository there where it was asked for already. */
export interface TaskDirectory {
  readonly directory: string
  readonly repository?: Repository
}

/**
 * The directory with the files of the current attempt at a task: the attempt's own tree, from anywhere in the
 * repository and anywhere in a worker's command. If the attempt has no such tree, the current directory.
 * @throws tree_unfit if the tree no longer exists
 */
export async function directoryOf(task: OwnTask, cwd: string, env: Env): Promise<TaskDirectory> {
  const repository = task.lease ? await repositoryIn(cwd, env) : undefined
  const here = { directory: cwd, ...(repository && { repository }) }
  const path = (await ownTreeIn(repository, task)) ?? treeOfWorker(task, env)
  if (path === undefined) return here
  if (!existsSync(path))
    fail("tree_unfit", {
      detail: `The work on ${task.id} is in ${line(path)}, but that tree no longer exists.`,
      hint: `\`upnext release ${task.id}\` gives the task back; the next attempt continues from its branch.`,
    })
  return path === repository?.root ? { ...here, directory: path } : { directory: path }
}

// --- internal ---

async function ownTreeIn(
  repository: Repository | undefined,
  { id, createdAt, lease }: OwnTask,
): Promise<string | undefined> {
  if (!lease || !repository) return undefined
  const all = await readRecords(repository.git)
  const records = all.filter((record) => `T-${record.task}` === id && record.createdAt === createdAt)
  // A command inside the tree of an earlier attempt acts for that attempt, which is over.
  const here = records.find(({ path }) => path === repository.root)
  return (here ?? records.find(({ epoch }) => epoch === lease.epoch))?.path
}

function treeOfWorker({ id }: OwnTask, env: Env): string | undefined {
  return env["UPNEXT_TASK_ID"] === id && env["UPNEXT_TREE"] ? env["UPNEXT_TREE"] : undefined
}
