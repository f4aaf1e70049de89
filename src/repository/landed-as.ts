import { attemptName } from "./branch-name.ts"
import type { Git } from "./git.ts"
import { readLog, saidOf } from "./land-message.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { keptRef, refToKeep } from "./leave.ts"
import { finishMove } from "./half-moved.ts"
import { placeOf } from "./move-base.ts"
import { mergeBase } from "./left-work.ts"
import { isWithin } from "./tree.ts"

interface NotedAttempt {
  readonly ref: string
  readonly commit: string
}

type ApprovedWork = Pick<LandingWork, "task" | "epoch" | "commit">

/**
 * Keeps the end of the work, and notes, before the base moves, what it is to move to. Where the process is killed after
 * that, the next one sees in the base that this work has landed, whatever came on top of it meanwhile.
 * @param kept what the ref of the attempt stands at
 */
export async function recordAttempt(
  git: Git,
  landing: LandingWork,
  { kept, commit }: { readonly kept: string | undefined; readonly commit: string },
): Promise<void> {
  const end = landingEnd(landing)
  const ref = await refToKeep(git, keptRef(landing), { commit: end, old: kept })
  const keeping = ref === undefined ? "" : `update ${ref} ${end}\n`
  const noting = `update ${prefixOf(landing)}${commit} ${commit}\n`
  await git.run(["update-ref", "--stdin"], { input: keeping + noting })
}

/** The notes that are here. */
export async function attemptsAt(git: Git, approved: ApprovedWork): Promise<NotedAttempt[]> {
  const listed = await git.run(["for-each-ref", "--format=%(refname) %(objectname)", prefixOf(approved)])
  return [...listed.matchAll(/^(\S+) (\S+)$/gm)].map(([, ref = "", commit = ""]) => ({ ref, commit }))
}

/** The commit as which this work stands in the base already: by the notes here, else as another machine has landed it. */
export async function landedAs(
  git: Git,
  landing: LandingWork,
  { noted, base }: { readonly noted: readonly NotedAttempt[]; readonly base: string },
): Promise<string | undefined> {
  for (const { commit } of noted) if (await isWithin(git, commit, base)) return commit
  return landedElsewhere(git, landing, base)
}

/** Goes on where git was killed while the files of the checkout followed the base. */
export async function finishHalf(
  git: Git,
  landing: LandingWork,
  { noted, from }: { readonly noted: readonly NotedAttempt[]; readonly from: string },
): Promise<void> {
  const place = await placeOf(git, landing.base)
  if (place === undefined) return
  for (const { commit: to } of noted) await finishMove(place, { base: landing.base, from, to })
}

/** Once the board knows it, the notes are of no use. */
export async function forgetAttempts(git: Git, approved: ApprovedWork): Promise<void> {
  const noted = await attemptsAt(git, approved)
  const input = noted.map(({ ref }) => `delete ${ref}\n`).join("")
  if (noted.length > 0) await git.ask(["update-ref", "--stdin"], { input })
}

// --- internal ---

/**
 * Notes are not pulled with the base. A commit that has the very message, author and time that this work would land with
 * is this work: to merge it once more could be in conflict with what came on top.
 */
async function landedElsewhere(git: Git, landing: LandingWork, base: string): Promise<string | undefined> {
  const since = [base, `^${landing.commit}`]
  const landed = await readLog(git, ["%H", "%an", "%ae", "%ad", "%B"], since)
  if (landed.length === 0) return undefined
  const from = (await mergeBase(git, base, landing.commit)) ?? base
  const { author, message } = await saidOf(git, base, landing, from)
  const found = landed.find(([, name, email, date = "", said = ""]) => {
    const isBySame = author?.name === name && author?.email === email && author?.date === `@${date}`
    return isBySame && said.trim() === message.trim()
  })
  return found?.[0]
}

const prefixOf = (approved: ApprovedWork) =>
  `refs/upnext/landed/${attemptName(approved)}/${approved.commit.slice(0, 16)}/`
