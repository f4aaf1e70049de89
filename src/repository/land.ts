import { fail } from "../errors.ts"
import { requireRoom, requireStill, moveBase, placeOf } from "./move-base.ts"
import type { Git } from "./git.ts"
import { landMessage, lastAuthor } from "./land-message.ts"
import { attemptsAt, finishHalf, landedAs, recordAttempt } from "./landed-as.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { whyUnfit } from "./unfit.ts"
import { keepEnd } from "./leave.ts"
import { mergeIn, requireShown } from "./merge-in.ts"
import { remoteOf, remoteTip } from "./remote-branch.ts"
import { withScratchTree } from "./scratch-tree.ts"
import { commitAt, isWithin, treeOf } from "./tree.ts"
import { type Author, commitTree } from "./uncommitted.ts"

/** The new commit, in a tree of its own. */
export interface Candidate {
  readonly path: string
  readonly commit: string
  /** The hash of its files. */
  readonly tree: string
  /** What the base is before it. */
  readonly base: string
}

export interface HookedCommit extends Candidate {
  readonly message: string
  readonly author: Author | undefined
}

export type Hooked = { readonly commit: string } | { readonly refused: RefusedCommit }

/** Why a new commit does not land. */
export interface RefusedCommit {
  readonly reason: string
  /** The check that did not pass. */
  readonly ran?: RedCheck | undefined
}

export interface RedCheck {
  readonly check: string
  readonly status: "failed" | "timed_out" | "unknown"
  readonly exitCode: number | null
  readonly durationMs: number
  readonly output: string
}

export interface LandSteps {
  /** Whether what is to be checked has been, on these very files. */
  isProven?(candidate: Omit<Candidate, "path">): Promise<boolean>
  /** Left out where nothing is to run on it. @returns why the new commit is refused, if it is */
  readonly check?: ((candidate: Candidate) => Promise<RefusedCommit | undefined>) | undefined
  /** Makes the same commit with the hooks of the repository. Left out where they are not to run. */
  readonly commitHooked?: ((hooked: HookedCommit) => Promise<Hooked>) | undefined
  /** Called right before the base moves. @throws where the work has changed since, or may not land */
  confirm(): Promise<void>
  say(text: string): void
}

export type Landed =
  /** `commit` null: the base already had all of it. */
  | { readonly how: "landed"; readonly commit: string | null }
  | { readonly how: "conflict"; readonly files: readonly string[] }
  | ({ readonly how: "checks_failed" } & RefusedCommit)

/**
 * Brings work into its base as one commit, which was checked in a tree of its own before. The base only moves forward: by
 * `merge --ff-only` where it is checked out, else if it stands where it stood. Whoever loses a race begins again. Where
 * another call was killed after it had moved the base, that counts.
 * @throws git_failed where the base is checked out with changes; work_changed where the branch has moved on
 */
export async function landWork(git: Git, landing: LandingWork, steps: LandSteps): Promise<Landed> {
  for (let race = 1; race <= mostRaces; race += 1) {
    const noted = await attemptsAt(git, landing)
    if (noted.length > 0) await finishHalf(git, landing, { noted, from: await tipOf(git, landing.base) })
    const base = await tipOf(git, landing.base)
    const before = await landedAs(git, landing, { noted, base })
    if (before !== undefined) {
      await keepEnd(git, landing, landing.commit)
      return { how: "landed", commit: before }
    }
    await requireUnmoved(git, landing)
    await requireStill(git, landing.base)
    const merged = await mergeIn(git, base, landing)
    if (merged.how === "conflict") return { how: merged.how, files: merged.files }
    const { tree, from } = merged
    if (tree === (await treeOf(git, base))) {
      await steps.confirm()
      await keepEnd(git, landing, landingEnd(landing))
      return { how: "landed", commit: null }
    }
    await requireShown(git, base, { tree, from, landing })
    const unfit = await unfitIn(git, landing, from)
    if (unfit) return unfit
    await requireRoom(git, landing.base, { from: base, tree })
    const made = await commitFor(git, landing, steps, { base, tree, from })
    if ("refused" in made) return { how: "checks_failed", ...made.refused }
    const { commit } = made
    await requireUnmoved(git, landing)
    await steps.confirm()
    await keepEnd(git, landing, landingEnd(landing))
    await recordAttempt(git, landing, commit)
    if (await moveBase(git, { base: landing.base, from: base, to: commit })) return { how: "landed", commit }
    steps.say(`${landing.base} has moved in the meantime; starting again.`)
  }
  const where = await placeOf(git, landing.base)
  return fail("git_failed", {
    detail: `${landing.base} keeps moving${where === undefined ? "" : ` in ${where}`}; nothing has landed.`,
    hint: "Try again when no one else is landing.",
  })
}

/** Whether it could land now, and why not. Nothing moves. */
export async function tryLanding(git: Git, landing: LandingWork): Promise<Landed | undefined> {
  const base = await tipOf(git, landing.base)
  await requireUnmoved(git, landing)
  const merged = await mergeIn(git, base, landing)
  if (merged.how === "conflict") return { how: merged.how, files: merged.files }
  await requireShown(git, base, { ...merged, landing })
  return unfitIn(git, landing, merged.from)
}

// --- internal ---

const mostRaces = 10

/** The new commit, which has been looked at as far as somebody asks for that. */
async function commitFor(
  git: Git,
  landing: LandingWork,
  { check, commitHooked, isProven }: LandSteps,
  { base, tree, from }: { base: string; tree: string; from: string },
): Promise<Hooked> {
  const message = await landMessage(git, base, landing, from)
  const author = await lastAuthor(git, base, landing, from)
  const commit = await commitTree(git, { tree, parents: [base], isFinal: true, message, author })
  // Hooks find what `setup` makes ready for the checks.
  const isOpen =
    check !== undefined && (commitHooked !== undefined || !(await isProven?.({ commit, tree, base })))
  if (!isOpen && !commitHooked) return { commit }
  return withScratchTree(git, { commit, landing }, async (path) => {
    const refused = isOpen ? await check({ path, commit, tree, base }) : undefined
    if (refused !== undefined) return { refused }
    const hooked = await commitHooked?.({ path, commit, tree, base, message, author })
    if (!hooked || "refused" in hooked) return hooked ?? { commit }
    const parents = (await git.run(["rev-parse", `${hooked.commit}^@`])).trim()
    return parents === base && (await treeOf(git, hooked.commit)) === tree
      ? hooked
      : { refused: { reason: "Git's hooks changed the files being landed, so no one has seen the result." } }
  })
}

async function tipOf(git: Git, branch: string): Promise<string> {
  const commit = await commitAt(git, `refs/heads/${branch}`)
  return commit ?? fail("git_failed", `There is no branch ${branch} in ${git.directory}.`)
}

/**
 * What was approved is the commit that was reported, and nothing that came after it but what a reviewer names. Where the
 * branch is not here, it is looked for as it was fetched. It may be gone, stand further back, as where the attempt went on
 * in a branch of its own, or not be pushed up to that commit.
 */
async function requireUnmoved(git: Git, landing: LandingWork): Promise<void> {
  const { task, branch, commit, taken } = landing
  const local = await commitAt(git, `refs/heads/${branch}`)
  const remote = local === undefined ? await remoteOf(git) : undefined
  const tip = local ?? (await remoteTip(git, remote, branch))
  if (tip === undefined || tip === landingEnd(landing)) return
  if (taken === undefined && !(await isWithin(git, commit, tip))) return
  const name = remote === undefined ? branch : `${remote}/${branch}`
  fail("work_changed", {
    detail: `${name} has moved on since its work was reported: it is at ${tip.slice(0, 7)}, not at ${commit.slice(0, 7)}.`,
    hint: `To land that commit too, once you have reviewed it: upnext land T-${task} --take ${tip.slice(0, 12)}. Otherwise set the branch back to ${commit.slice(0, 7)}.`,
    facts: { task: `T-${task}`, branch, commit },
  })
}

async function unfitIn(git: Git, landing: LandingWork, from: string): Promise<Landed | undefined> {
  const end = landingEnd(landing)
  const reason = await whyUnfit(git, { from, end, branch: landing.branch })
  return reason === undefined ? undefined : { how: "checks_failed", reason }
}
