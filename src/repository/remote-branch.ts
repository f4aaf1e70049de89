import { attemptIn, branchNameOf } from "./branch-name.ts"
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

/**
 * The branch of the newest attempt at a task that was fetched and is known by its name alone. The words of the title are
 * part of that, so that a task of another board with this number is not meant.
 */
export async function fetchedAttempt(
  git: Git,
  { task, title, after, before }: { task: number; title: string; after: number; before: number },
): Promise<{ readonly remote: string; readonly branch: string; readonly epoch: number } | undefined> {
  const remote = await remoteOf(git)
  if (remote === undefined) return undefined
  const place = `refs/remotes/${remote}/`
  const patterns = ["/", "-"].map((between) => `${place}upnext${between}T-${task}.*`)
  const listed = await git.run(["for-each-ref", "--format=%(refname)", ...patterns])
  const found = listed.split("\n").flatMap((ref) => {
    const branch = ref.slice(place.length)
    const named = attemptIn(branch)
    if (!named || named.task !== task || named.epoch <= after || named.epoch >= before) return []
    const isOurs = (["/", "-"] as const).some((between) => branchNameOf(title, named, between) === branch)
    return isOurs ? [{ remote, branch, epoch: named.epoch }] : []
  })
  return found.sort((a, b) => b.epoch - a.epoch)[0]
}

// --- internal ---

/** A network may not answer. */
const fetchMs = 60_000
