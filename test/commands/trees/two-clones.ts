import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { realRepository, repositoryAt, type RealRepository } from "../../repository/real-git.ts"

/** A clone of one remote, as two machines have them. */
export interface Clone extends RealRepository {
  readonly name: string
  /** Brings `main` up to that of the remote, whether it is checked out or not. */
  pull(): void
  /** A push of the user's own. */
  push(branch: string): void
  /** What a user does after a git was killed in the middle of its work: it is over, so its locks are of no use. */
  repair(): void
  /** All objects that a branch or a ref of ours holds. */
  held(): string
}

export function twoClones(files: Readonly<Record<string, string>>): [Clone, Clone] {
  const first = realRepository(files)
  const place = dirname(first.root)
  first.gitAt(place, "clone", "--quiet", "--bare", first.root, "origin.git")
  first.git("remote", "add", "origin", join(place, "origin.git"))
  first.git("fetch", "--quiet", "origin")
  first.gitAt(place, "clone", "--quiet", "origin.git", "two")
  return [cloneAt(first.root), cloneAt(join(place, "two"))]
}

/** The name of an object with these bytes. */
export function blobOf(text: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex")
}

// --- internal ---

function cloneAt(root: string): Clone {
  const repository = repositoryAt(root)
  const { git } = repository
  const isCheckedOut = () => git("symbolic-ref", "HEAD").trim() === "refs/heads/main"
  git("config", "gc.auto", "0")
  return {
    ...repository,
    name: basename(root),
    pull() {
      git("fetch", "--quiet", "origin")
      if (isCheckedOut()) git("merge", "--quiet", "--ff-only", "origin/main")
      else git("fetch", "--quiet", ".", "refs/remotes/origin/main:refs/heads/main")
    },
    push: (branch) => void git("push", "--quiet", "--force", "origin", branch),
    repair() {
      for (const path of locksIn(join(root, ".git"))) rmSync(path)
      if (isCheckedOut() && git("status", "--porcelain", "--untracked-files=no") !== "")
        git("reset", "--quiet", "--hard")
    },
    held: () => listed(root, "rev-list", "--objects", "--branches", "--glob=refs/upnext"),
  }
}

function locksIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return entry.name === "objects" ? [] : locksIn(path)
    return entry.name.endsWith(".lock") ? [path] : []
  })
}

function listed(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], { encoding: "utf8", maxBuffer: 1 << 28 })
}

/** The objects of the files that stand in the trees beside a clone. */
export function standingIn(root: string): Set<string> {
  const trees = `${root}.trees`
  if (!existsSync(trees)) return new Set()
  const files = readdirSync(trees).flatMap((tree) =>
    readdirSync(join(trees, tree), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(trees, tree, entry.name)),
  )
  return new Set(files.map((path) => blobOf(readFileSync(path, "utf8"))))
}
