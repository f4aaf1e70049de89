import type { leaseEvents } from "../events/leases.ts"
import { numberOf, taskId } from "../wire/names.ts"
import type { EventFolds } from "./fold.ts"
import { heardUpTo } from "../board/said/unheard.ts"
import { change, move, touch, touchLease } from "./task-changes.ts"

export const leaseFolds: EventFolds<keyof typeof leaseEvents> = {
  "lease.renewed": (board, { task, until, length, heard, quiet }, { at }) =>
    touch(board, task, (draft) => {
      if (!draft.lease) return
      const upTo = heard !== undefined && { heard: heardUpTo(board, draft, draft.lease, numberOf(heard)) }
      const { quiet: _, ...lease } = draft.lease
      draft.lease = { ...lease, until, length, warned: false, heardAt: at, ...upTo, ...(quiet && { quiet }) }
    }),
  "lease.expiring": (board, { task }) => touchLease(board, task, { warned: true }),
  "lease.expired": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { epoch, lease } = task
      move(task, event.to, meta.at)
      task.assignee = event.assignee ?? task.assigneeBefore
      task.attempts = event.attempts
      task.expiries = event.expiries
      task.backoffUntil = event.backoffUntil
      task.reason = event.reason
      task.epoch = epoch
      task.lease = lease?.state === "held" ? { ...lease, state: "expired" } : null
    }),
  "lease.revoked": (board, event, meta) =>
    change(board, event, meta, (task) => {
      task.lease = null
      task.epoch += 1
    }),
  "leases.extended": (board, { until }) => {
    const short = [...board.leases.values()].filter(
      ({ n }) => (board.tasks.get(n)?.lease?.until ?? Infinity) < until,
    )
    for (const { n } of short) touchLease(board, taskId(n), { until })
  },
}
