import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import type { Git } from "../../repository/git.ts"
import { shownFrom } from "../../repository/shown-change.ts"
import { commitAt, isWithin } from "../../repository/tree.ts"
import type { WorkToLand } from "./find-landable.ts"

interface ShownWishes {
  readonly client: Pick<Client, "attachment">
  readonly git: Git
  /** What the base is. */
  readonly tip: string
  /** Whoever lands it has named the commit. */
  readonly isNamed: boolean
  say(text: string): void
}

/**
 * The commit from which the attached change was computed.
 * @throws work_changed if the change cannot be seen here, or if no approver can have seen it and the caller does
 * not name it
 */
export async function requireShownFrom(
  { client, git, tip, say, isNamed }: ShownWishes,
  { id, reviewer }: { readonly id: string; readonly reviewer: string | null },
  { patch, commit }: WorkToLand,
): Promise<string | undefined> {
  if (!patch) {
    // An attempt that has changed nothing has none.
    if (await isWithin(git, commit, tip)) return undefined
    if (reviewer !== null && !isNamed)
      fail("work_changed", {
        detail: `No patch for ${id} is attached, so the approver has not seen the change on the board.`,
        hint: `Look at commit ${commit.slice(0, 12)} here, then land it: upnext land ${id} --take ${commit.slice(0, 12)}`,
      })
    say(`${id}: no patch is attached, so nobody has seen its change on the board.`)
    return undefined
  }
  const { bytes } = await client.attachment.read({ id, attachment: patch.id })
  const from = await shownFrom(git, bytes, commit)
  if (from !== undefined) return from
  return fail("work_changed", {
    detail: `The change attached to ${id} is not the one in ${commit.slice(0, 7)}, or it starts at a commit that is not in this repository.`,
    hint: `Reopen the task and have it finished again: upnext reopen ${id}`,
  })
}

/** @throws work_changed */
export async function requireOnTop(
  git: Git,
  take: string,
  { id, commit }: { id: string; commit: string },
): Promise<string> {
  const taken = await commitAt(git, take)
  if (taken !== undefined && (await isWithin(git, commit, taken))) return taken
  return fail("work_changed", {
    detail: `${take} is not a commit on top of ${commit.slice(0, 7)}, the reported work of ${id}.`,
    hint: "Make a new commit on top of that one, on its branch, and name it with --take.",
  })
}
