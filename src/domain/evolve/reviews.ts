import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { numberOf } from "../wire/names.ts"
import { change, move } from "./task-changes.ts"

/** Keeps a review. Work that it asks changes of is offered to whoever has the task. */
export function foldReview(
  board: Board,
  event: BoardEvent & { type: "task.reviewed" },
  meta: EventMeta,
): void {
  const n = numberOf(event.review)
  const { reviewer, decision, comment, lines, until, length, after, conflict } = event
  const { work } = board.tasks.get(numberOf(event.task)) ?? {}
  board.count({ review: n })
  board.reviews.put({
    n,
    task: numberOf(event.task),
    reviewer,
    decision,
    comment,
    // The same command posts them as a comment, right after this event.
    posted: comment === null ? null : board.counters.comment + 1,
    ...(lines && { lines: lines.map(numberOf) }),
    ...(conflict !== undefined && { conflict }),
    ...(decision === "approve" && work && { commit: work.commit }),
    createdAt: meta.at,
  })
  return change(board, event, meta, (task) => {
    if (decision === "approve") return move(task, "done", meta.at)
    const { startedAt, epoch, assignee: agent } = task
    task.changesRequested = n
    if (after) {
      const { attempts, backoffUntil } = after
      const { expiries } = task
      move(task, after.to, meta.at)
      Object.assign(task, { attempts, expiries, backoffUntil })
      if (after.assignee !== undefined) task.assignee = after.assignee
      if (after.to === "blocked") task.reason = after.reason
      return
    }
    move(task, agent === null ? "todo" : "doing", meta.at)
    task.startedAt = startedAt
    task.epoch = epoch + 1
    task.lease =
      agent === null
        ? null
        : {
            state: "offered",
            agent,
            session: null,
            until,
            length,
            warned: false,
            claimedAt: null,
            heardAt: null,
          }
  })
}
