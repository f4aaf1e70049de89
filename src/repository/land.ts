import { fail } from "../errors.ts"
import { requireRoom, requireStill, moveBase, placeOf } from "./move-base.ts"
import type { Git } from "./git.ts"
import { changedFiles, type ChangedFiles } from "./changed-files.ts"
import { saidOf } from "./land-message.ts"
import { attemptsAt, finishHalf, landedAs, recordAttempt } from "./landed-as.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { whyUnfit } from "./unfit.ts"
import { keepEnd, keptRef } from "./leave.ts"
import { mergeIn, requireShown } from "./merge-in.ts"
import { remoteOf, remoteTip } from "./remote-branch.ts"
import { withScratchTree } from "./scratch-tree.ts"
import { isWithin, objectsAt, treeOf } from "./tree.ts"
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
  /** Whether what is to be checked has been, on these very files. `from`: the commit that the change is counted from. */
  isProven?(candidate: Omit<Candidate, "path"> & { readonly from: string }): Promise<boolean>
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
    if (noted.length > 0) await finishHalf(git, landing, { noted, from: (await readEnds(git, landing)).base })
    const { base, baseFiles, tip, files } = await readEnds(git, landing)
    const before = await landedAs(git, landing, { noted, base })
    if (before !== undefined) {
      await keepEnd(git, landing, landing.commit)
      return { how: "landed", commit: before }
    }
    await requireUnmoved(git, landing, tip)
    const place = await requireStill(git, landing.base)
    const merged = await mergeIn(git, base, landing, files)
    if (merged.how === "conflict") return { how: merged.how, files: merged.files }
    const { tree, from } = merged
    if (tree === baseFiles) {
      await steps.confirm()
      await keepEnd(git, landing, landingEnd(landing))
      return { how: "landed", commit: null }
    }
    await requireShown(git, base, { tree, from, landing })
    const changed = await changedFiles(git, [base, tree], ["--no-renames"])
    const unfit = await unfitIn(git, landing, { from, ...changed })
    if (unfit) return unfit
    requireRoom(landing.base, place, changed.added)
    const made = await commitFor(git, landing, steps, { base, tree, from })
    if ("refused" in made) return { how: "checks_failed", ...made.refused }
    const { commit } = made
    await steps.confirm()
    const [tipNow, kept] = await objectsAt(git, [tipIn(landing), `${keptRef(landing)}^{commit}`])
    await requireUnmoved(git, landing, tipNow)
    await recordAttempt(git, landing, { kept, commit })
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
  const { base, tip, files } = await readEnds(git, landing)
  await requireUnmoved(git, landing, tip)
  const merged = await mergeIn(git, base, landing, files)
  if (merged.how === "conflict") return { how: merged.how, files: merged.files }
  await requireShown(git, base, { ...merged, landing })
  const { links } = await changedFiles(git, [base, merged.tree], ["--no-renames"])
  return unfitIn(git, landing, { from: merged.from, links })
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
  const { message, author } = await saidOf(git, base, landing, from)
  const commit = await commitTree(git, { tree, parents: [base], isFinal: true, message, author })
  // Hooks find what `setup` makes ready for the checks.
  const isOpen =
    check !== undefined && (commitHooked !== undefined || !(await isProven?.({ commit, tree, base, from })))
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

const tipIn = ({ branch }: LandingWork) => `refs/heads/${branch}^{commit}`

/** The base, the end of the attempt's branch, if it is here, and the files of the base and of what lands. */
async function readEnds(git: Git, landing: LandingWork) {
  const ref = `refs/heads/${landing.base}`
  const names = [`${ref}^{commit}`, `${ref}^{tree}`, tipIn(landing), `${landingEnd(landing)}^{tree}`]
  const [base, baseFiles = "", tip, files] = await objectsAt(git, names)
  if (base === undefined) return fail("git_failed", `There is no branch ${landing.base} in ${git.directory}.`)
  return { base, baseFiles, tip, files }
}

/**
 * What was approved is the commit that was reported, and nothing that came after it but what a reviewer names. Where the
 * branch is not here, it is looked for as it was fetched. It may be gone, stand further back, as where the attempt went on
 * in a branch of its own, or not be pushed up to that commit.
 * @param local the end of the branch here
 */
async function requireUnmoved(git: Git, landing: LandingWork, local: string | undefined): Promise<void> {
  const { task, branch, commit, taken } = landing
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

async function unfitIn(
  git: Git,
  landing: LandingWork,
  { from, links }: Pick<ChangedFiles, "links"> & { readonly from: string },
): Promise<Landed | undefined> {
  const end = landingEnd(landing)
  const reason = await whyUnfit(git, { from, end, branch: landing.branch, links })
  return reason === undefined ? undefined : { how: "checks_failed", reason }
}
