import { hashFiles } from "../../repository/tree.ts"
import { isApproved } from "./approval.ts"
import { readCatalog } from "./catalog.ts"

/**
 * Git's hash of the files of the repository that has checks; undefined where there is none. It is asked for by work that
 * is finished, which no trouble of git may hold up.
 */
export async function namedTree(cwd: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const catalog = await readCatalog(cwd, env)
    // To hash files git starts what the settings name for them, so what runs here was allowed before.
    return catalog.git && isApproved(catalog, env) ? await hashFiles(catalog.git) : undefined
  } catch {
    return undefined
  }
}
