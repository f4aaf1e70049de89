import type { Board } from "../board/board.ts"
import { isOutdated, isSettled } from "../board/tasks/is-closed.ts"
import { keptPlaces } from "../board/resources/kept-places.ts"
import type { Task } from "../board/records.ts"
import { patchOf } from "../rules/attachments.ts"
import { iso } from "../wire/time.ts"
import type { PullView } from "../wire/checks/pull-view.ts"
import type { PullFields } from "../events/work-fields.ts"
import type { WorkView } from "../wire/checks/work-schemas.ts"
import type { Review } from "../board/said/said-records.ts"

/** Undefined where no attempt has reported any. */
export function viewWork(board: Board, task: Task): WorkView | undefined {
  const { work } = task
  if (!work) return undefined
  const { repository, branch, base, tree, commit, files, additions, deletions, host, path } = work
  const { agent, epoch, landed, conflicts, url, pull } = work
  const approved = standingApproval(board, task)
  const patch = patchOf(board, task)
  const reviewed = board.reviews.get(board.reviewsOf.of(task.n).at(-1) ?? 0)?.patch
  const keeps = board.ready.keepers.has(task.n) ? keptPlaces(task, (name) => board.resources.get(name)) : []
  return {
    ...{ repository, branch, base, tree, commit, files, additions, deletions, host, path, agent, epoch },
    patch,
    at: iso(work.at),
    landed: landed && { ...landed, at: iso(landed.at) },
    ...(url !== undefined && { url }),
    ...(pull && { pull: viewPull(pull) }),
    ...(conflicts && { conflicts: [...conflicts] }),
    ...(approved && { approved: { ...approved, at: iso(approved.at) } }),
    ...(reviewed !== undefined && reviewed !== patch?.id && { reviewed }),
    ...(keeps.length > 0 && { keeps: [...keeps] }),
    ...(!isSettled(task) && work.toLand === true && { toLand: true as const }),
    ...(isOutdated(task) && { outdated: true as const }),
  }
}

// --- internal ---

function viewPull({ state, head, failed, optionalFailed, review }: PullFields): PullView {
  return {
    state,
    ...(head !== undefined && { head }),
    ...(failed && { failed: [...failed] }),
    ...(optionalFailed && { optionalFailed: [...optionalFailed] }),
    ...(review && { review }),
  }
}

/** What was approved, and when. */
interface StandingApproval {
  readonly by: string
  readonly at: number
  readonly commit: string
  /** The id of the file that shows the approved change. */
  readonly patch: string | null
}

/**
 * The last approval of a task, if nothing but a conflict with its base has sent the work back since. Undefined if
 * nothing has sent it back, because the task is then simply approved.
 */
function standingApproval(board: Board, { n }: Pick<Task, "n">): StandingApproval | undefined {
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
