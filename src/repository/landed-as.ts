import { attemptName } from "./branch-name.ts"
import type { Git } from "./git.ts"
import { landMessage, lastAuthor, plainly } from "./land-message.ts"
import type { LandingWork } from "./landing-work.ts"
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
 * Notes, before the base moves, what it is to move to. Where the process is killed after that, the next one sees in the
 * base that this work has landed, whatever came on top of it meanwhile.
 */
export async function recordAttempt(git: Git, approved: ApprovedWork, commit: string): Promise<void> {
  await git.run(["update-ref", `${prefixOf(approved)}${commit}`, commit])
}

/** The notes that are here. */
export async function attemptsAt(git: Git, approved: ApprovedWork): Promise<NotedAttempt[]> {
  const listed = await git.run(["for-each-ref", "--format=%(refname) %(objectname)", prefixOf(approved)])
  return listed
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => {
      const [ref = "", commit = ""] = text.split(" ")
      return { ref, commit }
    })
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
  for (const { ref } of await attemptsAt(git, approved)) await git.ask(["update-ref", "-d", ref])
}

// --- internal ---

/**
 * Notes are not pulled with the base. A commit that has the very message, author and time that this work would land with
 * is this work: to merge it once more could be in conflict with what came on top.
 */
async function landedElsewhere(git: Git, landing: LandingWork, base: string): Promise<string | undefined> {
  const format = "--format=%H%x00%an%x00%ae%x00%ad%x00%B"
  const range = `${landing.commit}..${base}`
  const args = ["--no-merges", "--date=raw", "-z", format, "--end-of-options", range, "--"]
  const fields = (await git.run(["log", ...plainly, ...args])).split("\0")
  if (fields.length < 5) return undefined
  const from = (await mergeBase(git, base, landing.commit)) ?? base
  const author = await lastAuthor(git, base, landing, from)
  const message = (await landMessage(git, base, landing, from)).trim()
  for (let i = 0; i + 4 < fields.length; i += 5) {
    const [commit, name, email, date, said = ""] = fields.slice(i, i + 5)
    const isBySame = author?.name === name && author?.email === email && author?.date === `@${date ?? ""}`
    if (isBySame && said.trim() === message) return commit
  }
  return undefined
}

const prefixOf = (approved: ApprovedWork) =>
  `refs/upnext/landed/${attemptName(approved)}/${approved.commit.slice(0, 16)}/`
