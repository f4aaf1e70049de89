import { hostEvents, joinEvents } from "./agents.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { leaseTerms, liveLease, type LeaseSettings } from "./lease.ts"
import { doubtfulClaim } from "./sessions.ts"
import { taskId } from "../wire/names.ts"
import type { Task } from "../board/records.ts"
import { canonicalName } from "../board/find.ts"

/** The events by which an agent takes a task that it may take: a new epoch, and a lease for it. */
export function claimEvents(
  board: Board,
  task: Task,
  asked: {
    agent: string
    session?: string | undefined
    host?: string | undefined
    lease?: number | null | undefined
    takeOver?: boolean | undefined
    finishedBy?: "worker" | undefined
  },
  settings: LeaseSettings,
): BoardEvent[] {
  const { until, length } = leaseTerms(task, asked.lease, settings)
  const before = asked.takeOver === true ? undefined : doubtfulClaim(liveLease(task), settings.now)
  return [
    ...joinEvents(board, [asked.agent]),
    ...hostEvents(board, asked.host),
    {
      type: "task.claimed",
      task: taskId(task.n),
      agent: canonicalName(board, asked.agent),
      session: asked.session ?? null,
      epoch: task.epoch + 1,
      until,
      length,
      ...(before !== undefined && { claimedBefore: before }),
      ...(asked.finishedBy && { finishedBy: asked.finishedBy }),
    },
  ]
}
