import { taskNumber } from "../../domain/wire/names.ts"
import { UpnextError } from "../../errors.ts"

/**
 * The task whose work this command is a part of: the one that `upnext work` names to the command it runs. A server
 * that is named by a flag may be another one, which gave the same id to another task.
 */
export function taskAtWork(url: unknown, env: NodeJS.ProcessEnv): string | undefined {
  const { UPNEXT_TASK_ID: id = "", UPNEXT_URL: itsUrl } = env
  const isSameServer = url === undefined || url === itsUrl
  return isSameServer && taskNumber(id) !== undefined ? id : undefined
}

/** Whether a server refuses a task because it does not know where the task was found. */
export function knowsNotWhere(error: unknown): boolean {
  return error instanceof UpnextError && error.errors?.some(({ path }) => path === "discoveredFrom") === true
}
