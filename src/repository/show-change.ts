import { execFile, spawn } from "node:child_process"
import { devNull } from "node:os"
import { promisify } from "node:util"
import { endOf } from "../machine/process-end.ts"
import { commitAt } from "./tree.ts"
import { gitIn, isHash } from "./git.ts"

/**
 * Shows what git shows of a change: with the pager and the colours of who looks at it. Resolves with false where one of
 * the commits is not in this repository, or there is no git.
 * @param base a hash, as is `commit`
 */
export async function showCommits(directory: string, base: string, commit: string): Promise<boolean> {
  if (!isHash(base) || !isHash(commit)) return false
  const git = gitIn(directory)
  const known = await Promise.all([base, commit].map((each) => commitAt(git, each).catch(() => undefined)))
  if (known.includes(undefined)) return false
  const args = ["diff", "--no-ext-diff", "--no-textconv", "--find-renames", "--end-of-options", base, commit]
  return (await run("git", ["-C", directory, ...settings, ...args])) === 0
}

/** Shows a text in the pager that git would use. Resolves with false where git names none. */
export async function pageText(directory: string, text: string): Promise<boolean> {
  const asked = await promisify(execFile)("git", ["-C", directory, "var", "GIT_PAGER"]).catch(() => undefined)
  const pager = asked?.stdout.trim() ?? ""
  if (pager === "" || pager === "cat") return false
  // As git does: the pager is a line for the shell, of the settings of who looks.
  return (await run("sh", ["-c", pager], text)) === 0
}

// --- internal ---

const settings = [
  "-c",
  "core.quotePath=false",
  "-c",
  "core.fsmonitor=false",
  "-c",
  `core.hooksPath=${devNull}`,
]

/** Runs a program on this terminal. Resolves with its exit status. */
async function run(command: string, args: readonly string[], input?: string): Promise<number> {
  const env = { ...process.env, LESS: process.env["LESS"] ?? "FRX", LV: process.env["LV"] ?? "-c" }
  const child = spawn(command, args, {
    env,
    stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
  })
  // Who leaves the pager early has seen enough.
  child.stdin?.on("error", () => undefined)
  child.stdin?.end(input)
  const { code } = await endOf(child)
  return code ?? 1
}
