import { basename } from "node:path"
import { type Git, isHash, parts } from "./git.ts"

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

/** How much a commit changes. @param from where it left its base; undefined where it has none, or that is gone */
export async function sizeOf(
  git: Git,
  from: string | undefined,
  commit: string,
): Promise<Pick<LeftWork, "files" | "additions" | "deletions">> {
  if (from === undefined) return { files: 0, additions: 0, deletions: 0 }
  const counted = await git.run(["diff", ...plainly, "--numstat", "-z", from, commit], { encoding: "latin1" })
  const rows = parts(counted).map((row) => row.split("\t"))
  const sum = (column: number) => rows.reduce((total, row) => total + (Number(row[column]) || 0), 0)
  return { files: rows.length, additions: sum(0), deletions: sum(1) }
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

// --- internal ---

/** Without programs that an attribute of the tree may name, and with each file counted once. */
const plainly = ["--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"]
