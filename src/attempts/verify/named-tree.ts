import { hashFiles } from "../../repository/tree.ts"
import { isApproved } from "./approval.ts"
import { readCatalog } from "./catalog.ts"
import { directoryOf, type OwnTask } from "./task-directory.ts"

/**
 * Git's hash of the task's files, in a repository that has checks; undefined otherwise. It is needed when work is
 * finished, and a git problem must not prevent that.
 * @throws tree_unfit
 */
export async function namedTree(
  task: OwnTask,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { directory, repository } = await directoryOf(task, cwd, env)
  try {
    const catalog = await readCatalog(directory, env, repository)
    // To hash files, git starts programs that the settings name for them, so the commands that run here must have
    // been allowed before.
    return catalog.git && isApproved(catalog, env) ? await hashFiles(catalog.git) : undefined
  } catch {
    return undefined
  }
}
