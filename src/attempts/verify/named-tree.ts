import { hashFiles } from "../../repository/tree.ts"
import { isApproved } from "./approval.ts"
import { readCatalog } from "./catalog.ts"
import { directoryOf, type OwnTask } from "./task-directory.ts"

/**
 * Git's hash of the files of the task, in a repository that has checks; undefined where there is none. It is asked for by
 * work that is finished, which no trouble of git may hold up.
 * @throws tree_unfit
 */
export async function namedTree(
  task: OwnTask,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const directory = await directoryOf(task, cwd, env)
  try {
    const catalog = await readCatalog(directory, env)
    // To hash files git starts what the settings name for them, so what runs here was allowed before.
    return catalog.git && isApproved(catalog, env) ? await hashFiles(catalog.git) : undefined
  } catch {
    return undefined
  }
}
