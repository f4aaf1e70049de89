import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fail, UpnextError } from "../errors.ts"
import { type Git, gitIn } from "./git.ts"
import { commitAt } from "./tree.ts"
import { listTrees } from "./worktree-list.ts"

/** The tree that has a branch checked out. */
export async function placeOf(git: Git, branch: string): Promise<string | undefined> {
  return (await listTrees(git)).find((tree) => tree.branch === branch && !tree.isBare && !tree.isMissing)
    ?.path
}

/**
 * Refuses a base that somebody has under their hands: it is checked out with changes, or is being rebased. A file that git
 * does not know is no change; where it stands in the way, `git merge` itself refuses.
 * @returns the tree that has it checked out
 * @throws git_failed
 */
export async function requireStill(git: Git, branch: string): Promise<string | undefined> {
  const trees = (await listTrees(git)).filter((tree) => !tree.isBare && !tree.isMissing)
  for (const tree of trees) {
    const there = gitAt(git, tree.path)
    if (tree.branch === branch) await requireClean(there, branch)
    else if (tree.branch === undefined && (await isRebasing(there, branch)))
      fail("git_failed", {
        detail: `${branch} is being rebased in ${tree.path}, so it is not touched.`,
        hint: "Finish the rebase, then land again.",
      })
  }
  return trees.find((tree) => tree.branch === branch)?.path
}

/**
 * Refuses what is to land where the base is checked out, and a file that git does not know there stands where a new one
 * would.
 * @param place the tree that has it checked out
 * @param added the new ones, in latin1
 * @throws git_failed
 */
export function requireRoom(base: string, place: string | undefined, added: readonly string[]): void {
  if (place === undefined) return
  const inTheWay = added.find((path) =>
    existsSync(Buffer.concat([Buffer.from(join(place, "/")), Buffer.from(path, "latin1")])),
  )
  if (inTheWay !== undefined)
    fail("git_failed", {
      detail: `${Buffer.from(inTheWay, "latin1").toString()} in ${place} is in the way, and git does not track this file. ${base} was not touched.`,
      hint: "Move the file out of the way, then land again.",
    })
}

/**
 * Moves a branch forward, as one step.
 * @returns whether it stood where it stood
 * @throws git_failed where it is checked out, and git does not move it
 */
export async function moveBase(
  git: Git,
  { base, from, to }: { base: string; from: string; to: string },
): Promise<boolean> {
  const place = await placeOf(git, base)
  if (place === undefined) {
    const args = ["update-ref", "--create-reflog", "-m", "upnext: land", `refs/heads/${base}`, to, from]
    const { exit, said } = await git.ask(args)
    if (exit === 0) return true
    if ((await commitAt(git, `refs/heads/${base}`)) !== from) return false
    return fail("git_failed", `git update-ref: ${said.trim()}`)
  }
  const there = gitAt(git, place)
  for (let attempt = 1; ; attempt += 1) {
    await requireClean(there, base)
    try {
      // An ignored file in the way, such as `.env`, would be overwritten without a word.
      await there.run(forward(to), { isApart: true })
      return true
    } catch (error) {
      if (!(error instanceof UpnextError)) throw error
      if ((await commitAt(git, `refs/heads/${base}`)) !== from) return false
      // Another git has just begun to write the index.
      if (!error.message.includes("index.lock") || attempt === mostWaits) throw error
    }
  }
}

// --- internal ---

/** The same git in the tree where it is at work: it knows its places. */
const gitAt = (git: Git, path: string) => (path === git.directory ? git : gitIn(path))

const forward = (to: string) => [
  ...["merge", "--ff-only", "--no-overwrite-ignore", "--no-autostash", "--quiet"],
  to,
]

/** How often it is looked again, after a moment, where another git is at work in the tree. */
const mostWaits = 50
const fewWaits = 4
const momentMs = 200

/** A merge leaves what is checked out in a submodule as it is, which differs from the base once that moves it. */
const changesOf = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=all"]

/** While another git moves a tree, as another call that lands, it looks changed for a moment. */
async function requireClean(there: Git, branch: string): Promise<void> {
  const lock = `${(await there.places()).index}.lock`
  for (let attempt = 1; attempt <= mostWaits; attempt += 1) {
    const status = await there.run(changesOf)
    const isLocked = existsSync(lock)
    if (status === "" && !isLocked) return
    if (!isLocked && attempt >= fewWaits)
      fail("git_failed", {
        detail: `${branch} is checked out in ${there.directory} with changes, so it is not touched.`,
        hint: "Commit or stash the changes, then land again.",
      })
    await sleep(momentMs)
  }
  fail("git_failed", {
    detail: `${branch} is checked out in ${there.directory}, where another git process is running: ${lock} exists.`,
    hint: "If no git is running any more, remove that file and land again.",
  })
}

/** In the middle of a rebase no branch is checked out; git moves it at the end, if it stands where it stood. */
async function isRebasing(there: Git, branch: string): Promise<boolean> {
  for (const name of ["rebase-merge/head-name", "rebase-apply/head-name"]) {
    const head = await readFile(join(dirname((await there.places()).index), name), "utf8").catch(() => "")
    if (head.trim() === `refs/heads/${branch}`) return true
  }
  return false
}
