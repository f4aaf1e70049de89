import { findRepository } from "../../repository/repository.ts"
import { hashFiles } from "../../repository/tree.ts"

/**
 * Git's hash of the files of the repository that has checks; undefined where there is none. It is asked for by work that
 * is finished, which no trouble of git may hold up.
 */
export async function namedTree(cwd: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    return await hashFiles((await findRepository(cwd, env)).git)
  } catch {
    return undefined
  }
}
