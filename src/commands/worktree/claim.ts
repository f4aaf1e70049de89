import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { line, note, style } from "../../terminal/output.ts"
import { treeWishesOf } from "./flags.ts"
import { mayHaveTrees } from "../../attempts/report/report.ts"

type Claimed = OutputOf<"task.claimNext">

/** The tree of a claim, as `--json` shows it. */
export interface ShownTree {
  readonly path: string
  readonly branch: string
  readonly base: string | null
}

/**
 * Claims, and makes a tree of its own for the attempt where the flags ask for one. Where that cannot be, nothing stays
 * claimed.
 */
export async function claimWithTree<A extends Claimed>(
  client: Client,
  flags: Readonly<Record<string, unknown>>,
  claim: () => Promise<A>,
): Promise<A & { readonly tree?: ShownTree }> {
  const wishes = treeWishesOf(flags)
  if (!wishes) return followed(client, await claim())
  const parts = await import("../../attempts/parts.ts")
  const { findTreePlace } = await parts.trees()
  const place = await findTreePlace(process.cwd(), {
    ...wishes,
    isYes: flags.yes === true,
    typed: "upnext claim --worktree",
  })
  const answer = await claim()
  const { task, lease } = answer
  if (!task || !lease) return answer
  try {
    // The answer to a claim is a short one where it is printed as JSON.
    const { task: whole } = await client.task.read({ id: task.id })
    const { record, notes, setupFailed } = await place.open({ task: whole, epoch: lease.epoch })
    for (const each of notes) note(style.dim(line(each)))
    if (setupFailed !== undefined) note(style.yellow(`${line(setupFailed)}. Claim the task again to retry.`))
    return { ...answer, tree: { path: record.path, branch: record.branch, base: record.base } }
  } catch (error) {
    const reason = "its tree could not be made"
    await client.task.release({ id: task.id, leaseToken: lease.token, reason }).catch(() => undefined)
    throw error
  }
}

/** Claimed anew by its session, or in its own tree, the attempt goes on there. */
async function followed<A extends Claimed>(client: Client, answer: A): Promise<A> {
  const { task, lease } = answer
  if (!task || !lease || !mayHaveTrees()) return answer
  const parts = await import("../../attempts/parts.ts")
  const { followClaim } = await parts.trees()
  // The answer to a claim is a short one where it is printed as JSON.
  const { task: whole } = await client.task.read({ id: task.id })
  await followClaim(process.cwd(), { task: whole, epoch: lease.epoch })
  return answer
}

/** Lines about the tree, for people. */
export function treeLines(tree: ShownTree | undefined): string[] {
  if (!tree) return []
  const from = tree.base === null ? "" : `, to land in ${line(tree.base)}`
  return [
    `  ${style.dim("tree      ")}  ${line(tree.path)}`,
    `  ${style.dim("branch    ")}  ${line(tree.branch)}${from}`,
  ]
}
