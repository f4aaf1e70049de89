import { type Git, gitRefusal } from "./git.ts"
import { nobody } from "./nobody.ts"
import { withOwnIndex } from "./own-index.ts"
import { type CheckedOut, readHead, writeFiles } from "./tree.ts"
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
export async function snapshotOf(git: Git, message: string, checkedOut?: CheckedOut): Promise<WholeTree> {
  const { commit: head, files } = checkedOut ?? (await readHead(git))
  if (head === undefined) return fail("git_failed", `There is no commit in ${git.directory}.`)
  const { tree, embedded } = await withOwnIndex(git, writeFiles)
  if (tree === files) return { commit: head, head, tree, embedded }
  return { commit: await commitTree(git, { tree, parents: [head], message }), head, tree, embedded }
}

export interface NewCommit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  /** It may come into a base: signed where git is set up for it, and by somebody whom git knows. */
  readonly isFinal?: boolean
  /** By default whoever git is set up for. */
  readonly author?: Author | undefined
}

export interface Author {
  readonly name: string
  readonly email: string
  /** As git writes it: seconds and the offset. */
  readonly date: string
}

export function authorVariables({ name, email, date }: Author) {
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date }
}

/** Writes a commit, and moves nothing to it. */
export async function commitTree(
  git: Git,
  { tree, parents, message, author, isFinal = false }: NewCommit,
): Promise<string> {
  const signs = isFinal && (await isSigning(git))
  const onTop = parents.flatMap((each) => ["-p", each])
  const args = ["commit-tree", signs ? "-S" : "--no-gpg-sign", tree, ...onTop]
  const commitAs = (who: object) =>
    git.with({ ...who, ...(author && authorVariables(author)) }).ask(args, { input: message })
  let { exit, stdout, said } = await commitAs({})
  if (exit !== 0 && (await git.ask(["var", "GIT_COMMITTER_IDENT"])).exit !== 0) {
    if (isFinal)
      fail("git_failed", {
        detail: "Git has no committer name and email address here, so nothing lands.",
        hint: "Set both: git config user.name <name>; git config user.email <address>",
      })
    ;({ exit, stdout, said } = await commitAs(fallbackIdentity))
  }
  if (exit === 0) return stdout.trim()
  if (signs)
    fail("git_failed", {
      detail: `Git is set up to sign commits, but this commit could not be signed: ${said.trim().split("\n")[0] ?? ""}`,
      hint: "Make `git commit -S` work here, or set commit.gpgSign to false.",
    })
  throw gitRefusal(args, exit, said)
}

// --- internal ---

/** Where git does not know who commits, it would refuse; what was left is kept all the same. */
const fallbackIdentity = {
  GIT_AUTHOR_NAME: nobody.name,
  GIT_AUTHOR_EMAIL: nobody.email,
  GIT_COMMITTER_NAME: nobody.name,
  GIT_COMMITTER_EMAIL: nobody.email,
}

/** As the user has set it; the last value is the one that we give each git. */
async function isSigning(git: Git): Promise<boolean> {
  const { stdout } = await git.ask(["config", "--type=bool", "--get-all", "commit.gpgSign"])
  return stdout.trim().split("\n").at(-2) === "true"
}
