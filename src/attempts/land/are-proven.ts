import type { OutputOf } from "../../client/contract.ts"
import type { Candidate } from "../../repository/land.ts"
import type { LandingWork } from "../../repository/landing-work.ts"
import { hasPassedHere } from "../../repository/passed.ts"
import type { Repository } from "../../repository/repository.ts"
import { isWithin } from "../../repository/tree.ts"
import { line } from "../../terminal/output.ts"
import { committedChecks } from "../verify/catalog.ts"

export interface KnownResults {
  /** The names of the checks of the task. */
  readonly names: readonly string[]
  readonly checks: NonNullable<OutputOf<"task.read">["checks"]>
  readonly landing: Pick<LandingWork, "commit" | "began" | "taken">
  say(text: string): void
}

/**
 * Whether all checks have last passed on exactly the files that land, and have passed here as the base defines
 * them, after the same setup. For an attempt that did not begin here, the setup is not known.
 */
export async function areProven(
  { git, root }: Repository,
  { tree, base, from }: Omit<Candidate, "path"> & { readonly from: string },
  { names, checks, landing, say }: KnownResults,
): Promise<boolean> {
  const hasPassed = (name: string) => {
    const newest = checks.find(({ check }) => check === name)
    return newest?.status === "passed" && newest.counts && newest.tree === tree
  }
  const { began = [], commit, taken } = landing
  if (began.length === 0 || !names.every(hasPassed)) return false
  // Git counts the change from the base where that is within it.
  const isOnTop = taken === undefined ? from === base : await isWithin(git, base, commit)
  if (!isOnTop) return false
  const { checks: known, setup } = await committedChecks(git, base, root)
  for (const name of names) {
    const run = known.get(name)?.run
    if (run === undefined || !(await hasPassedHere(git, { tree, run }))) return false
  }
  for (const each of began) if ((await committedChecks(git, each, root)).setup !== setup) return false
  say(`${names.map((name) => line(name)).join(", ")} passed on these very files before.`)
  return true
}
