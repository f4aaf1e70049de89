import { lowerBound } from "../../collections/lists.ts"
import { isSameName } from "../../wire/names.ts"
import type { Lease, Task } from "../records.ts"
import type { Comment } from "./said-records.ts"
import type { CommentTables } from "./said-tables.ts"

/** One answer shows at most this many. */
export const mostSaid = 20

/** The comments that the holder of a task has not acknowledged, oldest first; undefined if there are none. */
export function unheard(
  board: Pick<CommentTables, "comments" | "commentsOf">,
  { n, lease }: Task,
): readonly Comment[] | undefined {
  if (lease?.state !== "held") return undefined
  const said = board.commentsOf.of(n)
  const heard = lease.heard ?? 0
  if ((said.at(-1) ?? 0) <= heard) return undefined
  const found: Comment[] = []
  for (let i = lowerBound(said, heard + 1); i < said.length && found.length < mostSaid; i++) {
    const comment = board.comments.get(said[i] ?? 0)
    if (comment && !isSameName(comment.author, lease.agent)) found.push(comment)
  }
  return found.length === 0 ? undefined : found
}

/** The last comment that the holder has acknowledged; the holder's own comments after it count as acknowledged. */
export function heardUpTo(
  board: Pick<CommentTables, "comments" | "commentsOf">,
  { n: task }: Task,
  lease: Lease,
  heard: number,
): number {
  const said = board.commentsOf.of(task)
  let last = Math.max(heard, lease.heard ?? 0)
  for (let i = lowerBound(said, last + 1); i < said.length; i++) {
    const n = said[i] ?? 0
    if (!isSameName(board.comments.get(n)?.author ?? null, lease.agent)) break
    last = n
  }
  return last
}
