import { fail } from "../../errors.ts"
import type { Flags } from "../../terminal/flag.ts"

/** The flags of a command that gives an attempt a tree of its own. */
export const treeFlags: Flags = {
  worktree: { kind: "boolean", description: "work in a git worktree and on a branch of its own" },
  base: {
    kind: "text",
    description:
      "the branch to start from and to land in; default: the one that is checked out; needs --worktree",
  },
  trees: {
    kind: "text",
    description:
      "directory for the trees; default: <repository>.trees next to the repository; needs --worktree",
  },
}

/** The flag that answers what would be asked. */
export const yesFlag: Flags = {
  yes: { kind: "boolean", description: "trust the commands in .upnext.json until they change" },
}

/** The flag of a command that ends an attempt. */
export const leaveFlag: Flags = {
  leave: {
    kind: "boolean",
    description: "in a worktree: leave uncommitted work as it is; default: commit it",
  },
}

/** What the flags ask for; undefined where no tree is wanted. */
export function treeWishesOf(
  flags: Readonly<Record<string, unknown>>,
): { base: string | undefined; trees: string | undefined } | undefined {
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined)
  const [base, trees] = [text("base"), text("trees")]
  if (flags.worktree === true) return { base, trees }
  const lost = base !== undefined ? "base" : trees !== undefined ? "trees" : undefined
  if (lost === undefined) return undefined
  return fail("invalid_input", { detail: `--${lost} needs --worktree.`, hint: "Add --worktree." })
}
