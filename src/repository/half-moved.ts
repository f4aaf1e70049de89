import { type Git, gitIn, parts } from "./git.ts"
import { withOwnIndex } from "./own-index.ts"
import { commitAt } from "./tree.ts"

/**
 * Brings a checkout to the commit that its base was to move to, where git was killed while it wrote the files: each that
 * is changed is as it is there. Nothing happens where one of them is not, since somebody has changed it.
 * @param place the tree that the base is checked out in
 */
export async function finishMove(
  place: string,
  { base, from, to }: { readonly base: string; readonly from: string; readonly to: string },
): Promise<void> {
  const there = gitIn(place)
  if ((await commitAt(there, `${to}^`)) !== from) return
  const listed = parts(await there.run(statusOf, { encoding: "latin1" }))
  const changed = listed.map((row) => ({
    path: row.slice(3),
    isKnown: !row.startsWith("??"),
    isGone: row.slice(0, 2).includes("D"),
  }))
  if (!changed.some(({ isKnown }) => isKnown)) return
  const { has, differs } = await compare(there, to)
  // A file that the new commit does not have is gone, or git never knew it.
  const isOurs = changed.every(({ path, isKnown, isGone }) =>
    has.has(path) ? !differs.has(path) : isGone || !isKnown,
  )
  if (!isOurs) return
  await there.run(["read-tree", "--reset", "-u", to], { isApart: true })
  await there.run(["update-ref", "-m", "upnext: land", `refs/heads/${base}`, to, from])
}

// --- internal ---

const statusFlags = ["--no-renames", "--untracked-files=all", "--ignore-submodules=all"]
const statusOf = ["status", "--porcelain", "-z", ...statusFlags]

/** The files of a commit, and those of them that are not as it has them. */
function compare(there: Git, commit: string): Promise<{ has: Set<string>; differs: Set<string> }> {
  return withOwnIndex(there, async (own) => {
    await own.run(["read-tree", commit])
    await own.ask(["update-index", "-q", "--refresh"])
    const list = async (...args: string[]) => new Set(parts(await own.run(args, { encoding: "latin1" })))
    return { has: await list("ls-files", "-z"), differs: await list("diff-files", "--name-only", "-z") }
  })
}
