import type { Git } from "./git.ts"
import { mergeBase } from "./left-work.ts"

/**
 * The commit that the change of an attempt is counted from. It is git's merge base as long as each commit of the base
 * that the attempt began at, or merged, is still in the base. Where the base was reset or rewritten since, git's own lies
 * before what was removed from it, so that a merge would bring that back: then it is the newest of these commits.
 * @param began the commits of the base that the attempt is known to have begun at
 * @returns undefined where both have none; `isGits`: git finds it by itself
 */
export async function forkPoint(
  git: Git,
  { base, began }: { readonly base: ForkedBase; readonly began?: readonly string[] | undefined },
  commit: string,
): Promise<{ readonly commit: string; readonly isGits: boolean } | undefined> {
  const own = await linesOf(git, ["rev-list", "--boundary", "--parents", commit, `^${base.commit}`])
  const rows = own.map((row) => row.split(" "))
  const gone = new Set(rows.map(([hash = ""]) => hash))
  const edges = [...gone].flatMap((hash) => (hash.startsWith("-") ? [hash.slice(1)] : []))
  const stood = base.branch === null ? [] : await stoodAt(git, base.branch, rows)
  const known = [...(began ?? []), ...stood]
  const byGit = async () => {
    // All that both have lies behind the only edge.
    const found = edges.length === 1 ? edges[0] : await mergeBase(git, base.commit, commit)
    return found === undefined ? undefined : { commit: found, isGits: true }
  }
  if (!known.some((each) => gone.has(each))) return byGit()
  const behind = ["--ignore-missing", "--topo-order", commit, "--not", ...known.map((each) => `${each}^@`)]
  const within = await linesOf(git, ["rev-list", ...behind])
  const newest = within.find((each) => known.includes(each))
  return newest === undefined ? byGit() : { commit: newest, isGits: false }
}

export interface ForkedBase {
  readonly commit: string
  /** Null where it is no branch. */
  readonly branch: string | null
}

// --- internal ---

/** The commits that the attempt merged, and that the base once stood at. */
async function stoodAt(git: Git, branch: string, rows: readonly string[][]): Promise<string[]> {
  const merged = rows.flatMap(([hash = "", , ...others]) => (hash.startsWith("-") ? [] : others))
  if (merged.length === 0) return []
  const log = new Set(await linesOf(git, ["reflog", "show", "--format=%H", `refs/heads/${branch}`, "--"]))
  return merged.filter((each) => log.has(each))
}

async function linesOf(git: Git, args: readonly string[]): Promise<string[]> {
  const { exit, stdout } = await git.ask(args)
  return exit === 0 ? stdout.split("\n").filter((text) => text !== "") : []
}
