import { existsSync } from "node:fs"
import type { OutputOf } from "../../client/contract.ts"
import { fail, UpnextError } from "../../errors.ts"
import { readRecords } from "../../repository/attempt-record.ts"
import { findRepository } from "../../repository/repository.ts"
import { line } from "../../terminal/output.ts"
import type { Env } from "../../terminal/sources.ts"

export type OwnTask = Pick<OutputOf<"task.read">["task"], "id" | "createdAt" | "lease">

/**
 * The directory with the files of the current attempt at a task: the attempt's own tree, from anywhere in the
 * repository and anywhere in a worker's command. If the attempt has no such tree, the current directory.
 * @throws tree_unfit if the tree no longer exists
 */
export async function directoryOf(task: OwnTask, cwd: string, env: Env): Promise<string> {
  const path = (await ownTreeIn(task, cwd, env)) ?? treeOfWorker(task, env)
  if (path === undefined) return cwd
  if (!existsSync(path))
    fail("tree_unfit", {
      detail: `The work on ${task.id} is in ${line(path)}, but that tree no longer exists.`,
      hint: `\`upnext release ${task.id}\` gives the task back; the next attempt continues from its branch.`,
    })
  return path
}

// --- internal ---

async function ownTreeIn(
  { id, createdAt, lease }: OwnTask,
  cwd: string,
  env: Env,
): Promise<string | undefined> {
  if (!lease) return undefined
  const repository = await findRepository(cwd, env).catch((error: unknown) => {
    if (error instanceof UpnextError) return undefined
    throw error
  })
  if (!repository) return undefined
  const all = await readRecords(repository.git)
  const records = all.filter((record) => `T-${record.task}` === id && record.createdAt === createdAt)
  // A command inside the tree of an earlier attempt acts for that attempt, which is over.
  const here = records.find(({ path }) => path === repository.root)
  return (here ?? records.find(({ epoch }) => epoch === lease.epoch))?.path
}

function treeOfWorker({ id }: OwnTask, env: Env): string | undefined {
  return env["UPNEXT_TASK_ID"] === id && env["UPNEXT_TREE"] ? env["UPNEXT_TREE"] : undefined
}
