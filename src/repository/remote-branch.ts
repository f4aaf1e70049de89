import type { Git } from "./git.ts"
import { commitAt } from "./tree.ts"

/** Where the branches of other machines are looked for: at the remote `origin`, else at the only one that there is. */
export async function remoteOf(git: Git): Promise<string | undefined> {
  const remotes = (await git.run(["remote"])).split("\n").filter((name) => name !== "")
  return remotes.includes("origin") ? "origin" : remotes.length === 1 ? remotes[0] : undefined
}

/** The commit that a branch had at a remote when it was fetched last. */
export async function remoteTip(
  git: Git,
  remote: string | undefined,
  branch: string,
): Promise<string | undefined> {
  return remote === undefined ? undefined : commitAt(git, `refs/remotes/${remote}/${branch}`)
}

/**
 * Fetches one branch, and its history only.
 * @param branch a name of our form, which is no option and no other refspec
 */
export async function fetchBranch(git: Git, remote: string, branch: string): Promise<void> {
  const refspec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`
  const args = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", remote, refspec]
  await git.ask(args, { timeoutMs: fetchMs }).catch(() => undefined)
}

// --- internal ---

/** A network may not answer. */
const fetchMs = 60_000
