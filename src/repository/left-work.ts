import { basename } from "node:path"
import { type Git, isHash } from "./git.ts"

/** What an attempt has left, as it is reported to the board. */
export interface LeftWork {
  readonly repository: string
  readonly branch: string
  readonly base: string | null
  readonly tree: string
  readonly commit: string
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly path: string
  /** The files in which it is in conflict with its base; absent where it is in none, or git cannot tell. */
  readonly conflicts?: string[]
}

/** The last commit that both have; undefined where they have none. */
export async function mergeBase(git: Git, one: string, other: string): Promise<string | undefined> {
  const { exit, stdout } = await git.ask(["merge-base", one, other])
  const hash = stdout.trim()
  return exit === 0 && isHash(hash) ? hash : undefined
}

/** The URL of the remote without credentials, else the name of the directory that the repository was made with. */
export async function repositoryName(git: Git, main: string): Promise<string> {
  const { stdout } = await git.ask(["config", "--get", "remote.origin.url"])
  // A helper of git may stand before it, as in `hg::https://…`, and some take a token in the query.
  const url = stdout
    .trim()
    .replace(/^((?:[\w-]+::)?[a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1")
    .replace(/[?#].*$/, "")
  const name = url === "" ? basename(main) : url
  const shown = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim()
  return shown === "" ? "repository" : shown.slice(0, 500)
}
