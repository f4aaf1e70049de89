import { fail } from "../errors.ts"
import { readRecords } from "./attempt-record.ts"
import type { Git } from "./git.ts"
import { branchOf } from "./tree.ts"

export interface BaseAsked {
  /** What whoever lands it names. */
  readonly named: string | undefined
  readonly task: number
  readonly createdAt: string
  readonly branch: string
  /** What the board says. Anyone may have written it. */
  readonly reported: string | null
}

/**
 * The branch that work lands in: the one that is named, else the one that was noted here when its attempt began. What the
 * board says counts only where it is the branch that is checked out, so that a report never chooses where things land.
 * @throws git_failed
 */
export async function landBase(git: Git, asked: BaseAsked): Promise<LandingBase> {
  const { named, task, createdAt, branch, reported } = asked
  const id = `T-${task}`
  if (named !== undefined) return requireBranch(git, named)
  const record = (await readRecords(git)).find(
    (each) => each.branch === branch && each.task === task && each.createdAt === createdAt,
  )
  if (record && record.base !== null) return requireBranch(git, record.base)
  const checkedOut = await branchOf(git)
  if (reported !== null && reported === checkedOut) return requireBranch(git, checkedOut)
  const why =
    reported === null
      ? `${id} started with no branch checked out, so it has no base.`
      : `${id} should land in ${reported}, which is neither recorded nor checked out here.`
  return fail("git_failed", { detail: why, hint: `Name the base: upnext land ${id} --base <branch>` })
}

type LandingBase = { readonly branch: string; readonly commit: string }

// --- internal ---

/** Only the whole name of a branch counts, not the many other ways in which git lets one name a commit. */
async function requireBranch(git: Git, name: string): Promise<LandingBase> {
  const { exit, stdout } = await git.ask(["show-ref", "--verify", "--hash", "--", `refs/heads/${name}`])
  if (exit === 0) return { branch: name, commit: stdout.trim() }
  return fail("git_failed", {
    detail: `There is no branch ${name} in ${git.directory}.`,
    hint: "Name an existing branch: `git branch` lists the branches.",
  })
}
