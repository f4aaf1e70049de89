import { attemptName } from "./branch-name.ts"
import type { Git } from "./git.ts"
import type { LandingWork } from "./landing-work.ts"
import { isWithin } from "./tree.ts"

type ApprovedWork = Pick<LandingWork, "task" | "epoch" | "commit">

/**
 * Notes, before the base moves, what it is to move to. Where the process is killed after that, the next one sees in the
 * base that this work has landed, whatever came on top of it meanwhile.
 */
export async function recordAttempt(git: Git, approved: ApprovedWork, commit: string): Promise<void> {
  await git.run(["update-ref", `${prefixOf(approved)}${commit}`, commit])
}

/** The commit as which this work stands in the base already. */
export async function landedAs(git: Git, approved: ApprovedWork, base: string): Promise<string | undefined> {
  for (const { commit } of await attemptsAt(git, approved))
    if (await isWithin(git, commit, base)) return commit
  return undefined
}

/** Once the board knows it, the notes are of no use. */
export async function forgetAttempts(git: Git, approved: ApprovedWork): Promise<void> {
  for (const { ref } of await attemptsAt(git, approved)) await git.ask(["update-ref", "-d", ref])
}

// --- internal ---

const prefixOf = (approved: ApprovedWork) =>
  `refs/upnext/landed/${attemptName(approved)}/${approved.commit.slice(0, 16)}/`

async function attemptsAt(git: Git, approved: ApprovedWork): Promise<{ ref: string; commit: string }[]> {
  const listed = await git.run(["for-each-ref", "--format=%(refname) %(objectname)", prefixOf(approved)])
  return listed
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => {
      const [ref = "", commit = ""] = text.split(" ")
      return { ref, commit }
    })
}
