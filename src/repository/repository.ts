import { realpath } from "node:fs/promises"
import { fail, UpnextError } from "../errors.ts"
import { gitIn, type Git } from "./git.ts"
import { placeFlags, placesIn } from "./git-places.ts"

export interface Repository {
  /** Git at the root of the tree that the directory is in. */
  readonly git: Git
  /** That root. */
  readonly root: string
  /** The root of the tree that the repository was made with; of a bare repository, its own directory. */
  readonly main: string
  /** Git there. */
  readonly mainGit: Git
  /** True where `root` is a tree that was added to the repository. */
  readonly isAdded: boolean
}

/**
 * The repository that a directory is in.
 * @throws no_repository, git_unfit
 */
export async function findRepository(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Repository> {
  const git = gitIn(directory, env)
  const { exit, stdout, said } = await git.ask(["rev-parse", ...placeFlags, ...asked])
  // A git that does not know a flag repeats it.
  if (stdout.startsWith("--")) await requireGit(git, [2, 31], "Work in a repository")
  const lines = stdout.replace(/\n$/, "").split("\n")
  const [common = "", , , own = "", isBare, isInside, ...top] = lines
  if (isInside === undefined || isBare === undefined) return failNone(directory, said)
  // Outside of a tree git refuses to name its top.
  if (isInside !== "true" || exit !== 0)
    return fail("no_repository", `${directory} is in a git repository, but no files are checked out there.`)
  const root = await realpath(top.join("\n"))
  const rootGit = gitIn(root, env, { places: Promise.resolve(placesIn(lines)) })
  if (common === own) return { git: rootGit, root, main: root, mainGit: rootGit, isAdded: false }
  // As `git worktree list` names it.
  const main = (await realpath(common)).replace(/\/\.git$/, "")
  // A bare repository is used only where it is named.
  const mainGit = gitIn(main, env, main === common ? { more: { GIT_DIR: common } } : {})
  return { git: rootGit, root, main, mainGit, isAdded: true }
}

/** The same; undefined where there is none that git can use. */
export function repositoryIn(directory: string, env?: NodeJS.ProcessEnv): Promise<Repository | undefined> {
  return findRepository(directory, env).catch((error: unknown) => {
    if (error instanceof UpnextError) return undefined
    throw error
  })
}

/** Refuses a git that is older than what a command needs. @throws git_unfit */
export async function requireGit(
  git: Git,
  needed: readonly [number, number],
  forWhat: string,
): Promise<void> {
  const said = (await git.run(["version"])).trim()
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(said) ?? []
  const [has, hasMinor] = [Number(major), Number(minor)]
  if (has > needed[0] || (has === needed[0] && hasMinor >= needed[1])) return
  fail("git_unfit", {
    detail: `${forWhat} requires git ${needed.join(".")} or later; this is ${said.replace(/^git version /, "")}.`,
    facts: { found: said, needed: needed.join(".") },
  })
}

// --- internal ---

const asked = ["--absolute-git-dir", "--is-bare-repository", "--is-inside-work-tree", "--show-toplevel"]

/** What git says of a directory that it does not trust, or whose repository it cannot read, is told as it is. */
function failNone(directory: string, said: string): never {
  const [first = ""] = said.split("\n")
  if (first === "" || first.startsWith("fatal: not a git repository"))
    return fail("no_repository", `${directory} is not in a git repository.`)
  return fail("no_repository", {
    detail: `The repository of ${directory} cannot be used: ${first.replace(/^fatal: /, "")}`,
    hint: "Git itself rejects the repository; `git status` there shows why.",
    facts: { distrusted: true },
  })
}
