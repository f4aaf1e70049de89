import type { Git } from "./git.ts"

/** A tree of a repository, as git lists it. */
export interface ListedTree {
  readonly path: string
  /** Undefined on a detached head. */
  readonly branch: string | undefined
  readonly commit: string | undefined
  readonly isBare: boolean
  /** Its directory is gone. */
  readonly isMissing: boolean
  /** Git has not checked out all its files yet. */
  readonly isInTheMaking: boolean
}

/** All trees, that which the repository was made with first. */
export async function listTrees(git: Git): Promise<ListedTree[]> {
  const listed = await git.run(["worktree", "list", "--porcelain", "-z"])
  return listed
    .split("\0\0")
    .filter((text) => text !== "")
    .map((text) => {
      const lines = text.split("\0").filter((each) => each !== "")
      const valueOf = (key: string) => lines.find((each) => each.startsWith(`${key} `))?.slice(key.length + 1)
      return {
        path: valueOf("worktree") ?? "",
        branch: valueOf("branch")?.replace(/^refs\/heads\//, ""),
        commit: valueOf("HEAD"),
        isBare: lines.includes("bare"),
        isInTheMaking: lines.includes("locked initializing"),
        isMissing: lines.some((each) => each === "prunable" || each.startsWith("prunable ")),
      }
    })
}
