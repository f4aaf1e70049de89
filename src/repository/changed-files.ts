import type { Git, GitOptions } from "./git.ts"

/** The files in which two commits or trees differ. */
export interface ChangedFiles {
  /** In latin1, as git wrote the bytes of their names. */
  readonly paths: readonly string[]
  /** Those that are new. */
  readonly added: readonly string[]
  /** In lines, as far as git was asked for `--numstat`. */
  readonly additions: number
  readonly deletions: number
  /** Commits of other repositories, which stand at these paths. */
  readonly links: readonly { readonly path: string; readonly commit: string }[]
  /** What git printed after them. */
  readonly rest: string
}

/** A plumbing command: settings about how a diff looks do not change what it prints. */
export const diffTree = ["diff-tree", "-r", "--no-commit-id", "--no-ext-diff", "--no-textconv"]

/** In which files they differ. @param more what git is to print besides */
export async function changedFiles(
  git: Git,
  range: readonly [from: string, to: string],
  more: readonly string[],
  options?: GitOptions,
): Promise<ChangedFiles> {
  const args = [...diffTree, "--raw", "--no-abbrev", "-z", ...more, "--end-of-options", ...range]
  const listed = await git.run(args, { ...options, encoding: "latin1" })
  const [paths, added]: [string[], string[]] = [[], []]
  const links: { path: string; commit: string }[] = []
  let [at, additions, deletions] = [0, 0, 0]
  const next = () => {
    const end = listed.indexOf("\0", at)
    const field = listed.slice(at, end)
    at = end < 0 ? listed.length : end + 1
    return field
  }
  while (at < listed.length) {
    const field = next()
    const [, lines = "", less = "", name] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field) ?? []
    if (field.startsWith(":")) {
      const [, mode, , commit = "", how = ""] = field.split(" ")
      const [first, second] = [next(), /^[RC]/.test(how) ? next() : undefined]
      const path = second ?? first
      paths.push(path)
      if (how === "A") added.push(path)
      if (mode === "160000") links.push({ path: Buffer.from(path, "latin1").toString(), commit })
    } else if (name === undefined) break
    else {
      // Of a file that was renamed, both names follow.
      if (name === "") for (let i = 0; i < 2; i += 1) next()
      additions += Number(lines) || 0
      deletions += Number(less) || 0
    }
  }
  return { paths, added, additions, deletions, links, rest: listed.slice(at) }
}
