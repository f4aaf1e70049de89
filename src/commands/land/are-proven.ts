import type { OutputOf } from "../../client/contract.ts"
import type { Candidate } from "../../repository/land.ts"
import type { LandingWork } from "../../repository/landing-work.ts"
import type { Repository } from "../../repository/repository.ts"
import { isWithin, treeOf } from "../../repository/tree.ts"
import { line } from "../../terminal/output.ts"
import { committedChecks } from "../verify/catalog.ts"

export interface KnownResults {
  /** The names of the checks of the task. */
  readonly names: readonly string[]
  readonly checks: NonNullable<OutputOf<"task.read">["checks"]>
  readonly landing: Pick<LandingWork, "commit" | "began">
  say(text: string): void
}

/**
 * Whether all checks have passed last on exactly the files that land, and mean in the base what they meant then. Of an
 * attempt that did not begin here that is not known.
 */
export async function areProven(
  { git, root }: Repository,
  { commit: candidate, base }: Omit<Candidate, "path">,
  { names, checks, landing, say }: KnownResults,
): Promise<boolean> {
  const tree = await treeOf(git, candidate)
  const hasPassed = (name: string) => {
    const newest = checks.find(({ check }) => check === name)
    return newest?.status === "passed" && newest.counts && newest.tree === tree
  }
  const { began = [] } = landing
  if (began.length === 0 || !names.every(hasPassed) || !(await isWithin(git, base, landing.commit)))
    return false
  const now = await committedChecks(git, base, root)
  for (const each of began) {
    const then = await committedChecks(git, each, root)
    if (then.setup !== now.setup) return false
    if (names.some((name) => then.checks.get(name)?.run !== now.checks.get(name)?.run)) return false
  }
  if (!names.every((name) => now.checks.has(name))) return false
  say(`${names.map((name) => line(name)).join(", ")} passed on these very files before.`)
  return true
}
