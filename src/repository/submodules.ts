import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Git, gitIn, parts } from "./git.ts"

/** The submodules that are checked out in a tree. */
export interface Submodules {
  readonly paths: readonly string[]
  /** Those that hold what would be gone with the tree: changes, or commits that no remote has. */
  readonly holding: readonly string[]
}

/** Looks into the submodules of a tree, and into theirs. */
export async function submodulesIn(git: Git, at = ""): Promise<Submodules> {
  if (!existsSync(join(git.directory, ".gitmodules"))) return { paths: [], holding: [] }
  const listed = parts(await git.run(["ls-files", "--stage", "-z"]))
  const links = listed
    .filter((entry) => entry.startsWith("160000 "))
    .map((entry) => entry.replace(/^[^\t]*\t/, ""))
  const [paths, holding]: [string[], string[]] = [[], []]
  for (const link of links) {
    const directory = join(git.directory, link)
    if (!existsSync(join(directory, ".git"))) continue
    const own = gitIn(directory)
    const within = await submodulesIn(own, `${at}${link}/`)
    paths.push(`${at}${link}`, ...within.paths)
    holding.push(...((await holds(own)) ? [`${at}${link}`] : []), ...within.holding)
  }
  return { paths, holding }
}

/** What of a tree stays in its submodules, in a sentence; none where nothing does. */
export async function submoduleNotes(git: Git): Promise<string[]> {
  const { holding } = await submodulesIn(git)
  if (holding.length === 0) return []
  return [`left out because it was not pushed from its submodule: new work in ${holding.join(", ")}`]
}

// --- internal ---

async function holds(git: Git): Promise<boolean> {
  const status = await git.run(["status", "--porcelain", "-z", "--ignore-submodules=none"])
  const unpushed = await git.run(["rev-list", "--max-count=1", "HEAD", "--branches", "--not", "--remotes"])
  return status !== "" || unpushed !== ""
}
