import { existsSync } from "node:fs"
import { join } from "node:path"
import { someOf } from "../machine/some-of.ts"
import { readRecords } from "./attempt-record.ts"
import { type Git, gitIn, parts } from "./git.ts"
import type { ChangedFiles } from "./changed-files.ts"

/**
 * Why files cannot become part of a base, though they merge: there are conflict markers in them, or nobody could check
 * them out. Undefined where they can.
 * @param from the commit that the change is counted from
 * @param links the repositories inside that it adds or moves
 */
export async function whyUnfit(
  git: Git,
  { from, end, branch, links }: UnfitAsked,
): Promise<string | undefined> {
  const marked = await markedFiles(git, from, end)
  if (marked.length > 0) return `There are conflict markers in ${listOf(marked)}.`
  const named = links.length === 0 ? [] : await namedModules(git, end)
  const unnamed = links.filter(({ path }) => !named.includes(path)).map(({ path }) => path)
  if (unnamed.length > 0)
    return `${listOf(unnamed)}: a nested repository that .gitmodules does not list, so it cannot be checked out.`
  const places = [(await readRecords(git)).find((each) => each.branch === branch)?.path, git.directory]
  for (const { path, commit } of links)
    if (await isUnpushed(places, path, commit))
      return `\`${path}\`: its commit ${commit.slice(0, 7)} was not pushed from the submodule, so it cannot be checked out.`
  return undefined
}

/** The files in which a change adds a whole set of conflict markers, as long as its attributes say. */
export async function markedFiles(git: Git, from: string, end: string): Promise<string[]> {
  const spaces = "core.whitespace=-blank-at-eol,-space-before-tab,-blank-at-eof"
  const flags = ["--check", "--no-ext-diff", "--no-textconv", "--no-renames"]
  const { stdout } = await git.ask(["-c", spaces, "diff", ...flags, from, end, "--"], { encoding: "latin1" })
  const lines = new Map<string, number[]>()
  for (const [, path = "", line] of stdout.matchAll(/^(.*):(\d+): leftover conflict marker/gm))
    lines.set(path, [...(lines.get(path) ?? []), Number(line)])
  const marked: string[] = []
  for (const [latin, numbers] of lines) {
    const path = Buffer.from(latin, "latin1").toString()
    const text = (await git.run(["cat-file", "blob", `${end}:${path}`], { encoding: "latin1" })).split("\n")
    // A line of `=======` alone may be a heading.
    const marks = numbers.map((line) => text[line - 1]?.[0] ?? "").join("")
    if (/<.*>/.test(marks)) marked.push(path)
  }
  return marked
}

// --- internal ---

const mostNamed = 5

function listOf(paths: readonly string[]): string {
  return someOf(
    paths.map((path) => `\`${path.replace(/[`\p{Cc}]/gu, "?")}\``),
    mostNamed,
  )
}

interface UnfitAsked extends Pick<ChangedFiles, "links"> {
  readonly from: string
  readonly end: string
  readonly branch: string
}

async function namedModules(git: Git, end: string): Promise<string[]> {
  const args = ["config", "-z", "--blob", `${end}:.gitmodules`, "--get-regexp", "^submodule\\..*\\.path$"]
  const { exit, stdout } = await git.ask(args)
  return exit === 0 ? parts(stdout).map((each) => each.slice(each.indexOf("\n") + 1)) : []
}

/** Only where the submodule is checked out and has the commit, it is known. */
async function isUnpushed(
  places: readonly (string | undefined)[],
  path: string,
  commit: string,
): Promise<boolean> {
  for (const place of places) {
    const directory = join(place ?? "", path)
    if (place === undefined || !existsSync(join(directory, ".git"))) continue
    const asked = ["rev-list", "--max-count=1", commit, "--not", "--remotes"]
    const { exit, stdout } = await gitIn(directory).ask(asked)
    if (exit === 0) return stdout !== ""
  }
  return false
}
