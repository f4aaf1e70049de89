import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Review } from "../board/said-records.ts"

/** What was approved, and when. */
interface StandingApproval {
  readonly by: string
  readonly at: number
  readonly commit: string
  /** The id of the file that shows the change which was approved. */
  readonly patch: string | null
}

/**
 * The last approval of a task, where nothing has sent it back since but a conflict with its base. Undefined where nothing
 * has: then it is approved, and that is all.
 */
export function standingApproval(board: Board, { n }: Pick<Task, "n">): StandingApproval | undefined {
  const numbers = board.reviewsOf.of(n)
  let sent: Review["conflict"]
  for (let i = numbers.length - 1; i >= 0; i -= 1) {
    const { decision, reviewer, createdAt, commit, conflict } = board.reviews.get(numbers[i] ?? 0) ?? {}
    // Other work may have been finished since without anybody's decision.
    if (decision === "approve" && sent && sent.commit === commit)
      return { by: reviewer ?? "", at: createdAt ?? 0, ...sent }
    if (!conflict) return undefined
    sent = conflict
  }
  return undefined
}
