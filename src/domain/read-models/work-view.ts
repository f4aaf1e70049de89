import type { Board } from "../board/board.ts"
import { isOutdated, isSettled } from "../board/is-closed.ts"
import { keptPlaces } from "../board/kept-places.ts"
import type { Task } from "../board/records.ts"
import { patchOf } from "../rules/attachments.ts"
import { standingApproval } from "./standing-approval.ts"
import { iso } from "../wire/time.ts"
import type { WorkView } from "../wire/work-schemas.ts"

/** Undefined where no attempt has reported any. */
export function viewWork(board: Board, task: Task): WorkView | undefined {
  const { work } = task
  if (!work) return undefined
  const { repository, branch, base, tree, commit, files, additions, deletions, host, path } = work
  const { agent, epoch, landed, conflicts } = work
  const approved = standingApproval(board, task)
  const keeps = board.ready.keepers.has(task.n) ? keptPlaces(task, (name) => board.resources.get(name)) : []
  return {
    ...{ repository, branch, base, tree, commit, files, additions, deletions, host, path, agent, epoch },
    patch: patchOf(board, task),
    at: iso(work.at),
    landed: landed && { ...landed, at: iso(landed.at) },
    ...(conflicts && { conflicts: [...conflicts] }),
    ...(approved && { approved: { ...approved, at: iso(approved.at) } }),
    ...(keeps.length > 0 && { keeps: [...keeps] }),
    ...(!isSettled(task) && work.toLand === true && { toLand: true as const }),
    ...(isOutdated(task) && { outdated: true as const }),
  }
}
