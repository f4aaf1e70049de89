import { spawn } from "node:child_process"
import { endOf } from "../machine/process-end.ts"
import { gitIn, isHash } from "./git.ts"

/**
 * What git shows of a change. Undefined where one of the commits is not in this repository, or there is no git.
 * @param base a hash, as is `commit`
 */
export async function changeText(
  directory: string,
  base: string,
  commit: string,
): Promise<string | undefined> {
  if (!isHash(base) || !isHash(commit)) return undefined
  const args = ["diff", "--no-ext-diff", "--no-textconv", "--find-renames", "--end-of-options", base, commit]
  const shown = await gitIn(directory)
    .ask(args)
    .catch(() => undefined)
  return shown?.exit === 0 ? shown.stdout : undefined
}

/** Shows a text in the pager that git would use. Resolves with false where git names none. */
export async function pageText(directory: string, text: string): Promise<boolean> {
  const { env } = process
  const asked = await gitIn(directory)
    .with({ GIT_PAGER: env["GIT_PAGER"] })
    .ask(["var", "GIT_PAGER"])
    .catch(() => undefined)
  const pager = asked?.stdout.trim() ?? ""
  if (pager === "" || pager === "cat") return false
  // As git does: the pager is a line for the shell, of the settings of who looks.
  const child = spawn("sh", ["-c", pager], {
    env: { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
    stdio: ["pipe", "inherit", "inherit"],
  })
  // Who leaves the pager early has seen enough.
  child.stdin.on("error", () => undefined)
  child.stdin.end(text)
  return (await endOf(child)).code === 0
}
