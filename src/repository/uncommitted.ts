import type { Git } from "./git.ts"
import { withOwnIndex } from "./own-index.ts"
import { headOf, treeOf, writeFiles } from "./tree.ts"
import { fail } from "../errors.ts"

/** The files of a tree as they are, as a commit. */
export interface WholeTree {
  readonly commit: string
  /** The commit that is checked out; the same where nothing was left uncommitted. */
  readonly head: string
  readonly tree: string
  /** Repositories inside it, which are no part of it. */
  readonly embedded: readonly string[]
}

/**
 * Makes a commit of what is left uncommitted, beside the one that is checked out and through an index of its own, without
 * hooks and signing. Nothing of the tree is touched: no file, no index, no branch.
 */
export async function snapshotOf(git: Git, message: string): Promise<WholeTree> {
  const head = (await headOf(git)) ?? fail("git_failed", `There is no commit in ${git.directory}.`)
  const { tree, embedded } = await withOwnIndex(git, writeFiles)
  if (tree === (await treeOf(git, head))) return { commit: head, head, tree, embedded }
  return { commit: await commitTree(git, { tree, parent: head, message }), head, tree, embedded }
}

export interface NewCommit {
  readonly tree: string
  readonly parent: string
  readonly message: string
  /** By default whoever git is set up for. */
  readonly author?: Author | undefined
}

export interface Author {
  readonly name: string
  readonly email: string
  /** As git writes it: seconds and the offset. */
  readonly date: string
}

/** Writes a commit, and moves nothing to it. */
export async function commitTree(git: Git, { tree, parent, message, author }: NewCommit): Promise<string> {
  const by = author && {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date,
  }
  const own = git.with({ ...(await fallbackIdentity(git)), ...by })
  const args = ["commit-tree", "--no-gpg-sign", tree, "-p", parent]
  return (await own.run(args, { input: message })).trim()
}

// --- internal ---

/** Where git does not know who commits, it would refuse; what was left is kept all the same. */
async function fallbackIdentity(git: Git): Promise<Record<string, string>> {
  const { exit } = await git.ask(["var", "GIT_COMMITTER_IDENT"])
  if (exit === 0) return {}
  const [name, email] = ["upnext", "upnext@localhost"]
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
}
