import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import { assignState } from "../board/tasks/task-fields.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import type { taskEvents } from "../events/tasks.ts"
import { nameKey } from "../wire/names.ts"
import { nameTree } from "./checks.ts"
import { type EventFolds, nothing } from "./fold.ts"
import { addTask, change, move, offered } from "./task-changes.ts"
import { deleteTask, emptyTrash, restoreTask } from "./trash.ts"

export const taskFolds: EventFolds<keyof typeof taskEvents> = {
  "task.created": addTask,
  "task.edited": (board, event, meta) =>
    change(board, event, meta, (task) => {
      assignState(task, event.changes)
      if (event.changes.summary !== undefined && task.lease) task.lease = { ...task.lease, hasSummed: true }
    }),
  "task.moved": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { offer } = event
      const { attempts, expiries } = task
      if (event.to === "review") task.doneBy = task.assignee
      if (offer) task.assigneeBefore = task.assignee
      else if (!task.lease) task.assigneeBefore = event.assignee
      move(task, event.to, meta.at)
      task.reason = event.reason
      if (event.to === "blocked") task.askedBy = canonicalName(board, meta.actor)
      task.assignee = event.assignee
      if (offer) Object.assign(task, { attempts, expiries, epoch: task.epoch + 1, lease: offered(offer) })
    }),
  "task.deleted": deleteTask,
  "task.restored": restoreTask,
  "task.put_back": putBack,
  // The events that undo the other commands follow: see `watchEffects`.
  "commands.undone": nothing,
  "commands.redone": nothing,
  "trash.emptied": (board, event) => emptyTrash(board, event.tasks),
  "task.claimed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { agent, session, epoch, until, length, finishedBy } = event
      const isResumed = task.status === "doing"
      const isOffered = task.lease?.state === "offered"
      if (!task.lease || !(isResumed || isOffered)) task.assigneeBefore = task.assignee
      if (!isResumed) {
        task.startedAt = meta.at
        task.reflected = false
      }
      task.status = "doing"
      task.reason = null
      task.backoffUntil = null
      task.restsFor = null
      task.assignee = agent
      task.epoch = epoch
      const heard = board.commentsOf.of(task.n).at(-1)
      task.lease = {
        state: "held",
        agent,
        session,
        until,
        length,
        warned: false,
        claimedAt: meta.at,
        heardAt: meta.at,
        ...(finishedBy && { finishedBy }),
        // The hand-over contains the comments from before the claim.
        ...(heard !== undefined && { heard }),
      }
    }),
  "task.released": (board, event, meta) =>
    change(board, event, meta, (task) => {
      if (task.lease) task.assignee = task.assigneeBefore
      move(task, event.to, meta.at)
      task.attempts = event.attempts
      task.backoffUntil = event.backoffUntil
      if (event.assignee !== undefined) task.assignee = event.assignee
      if (event.restsUntil !== undefined)
        task.restsFor = { agent: nameKey(event.agent), until: event.restsUntil }
      if (event.to === "blocked") task.reason = event.reason
      if (event.waitsFor !== undefined) task.askedBy = event.agent
    }),
  "task.retried": (board, event, meta) => change(board, event, meta, (task) => (task.backoffUntil = null)),
  "task.completed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      // A blocked task that is finished keeps its counts, which the move would reset.
      const { attempts, expiries, epoch: epochBefore } = task
      if (task.status !== "doing" || !task.lease) task.assigneeBefore = task.assignee
      move(task, event.to, meta.at)
      task.assignee = event.agent
      task.doneBy = event.agent
      nameTree(task, epochBefore, event.tree)
      task.summary = event.summary ?? task.summary
      task.attempts = attempts
      task.expiries = expiries
    }),
}

// --- internal ---

/**
 * Restores old values of a task. If this ended the holder's lease, the holder is offered a new one, as after a review.
 */
function putBack(board: Board, event: EventOf<"task.put_back">, meta: EventMeta): void {
  const { fields, offer } = event
  change(board, event, meta, (task) => {
    assignState(task, fields)
    if (task.lease && ("status" in fields || "assignee" in fields)) {
      task.lease = null
      task.epoch += 1
    }
    if (!offer) return
    task.epoch += 1
    task.lease = offered(offer)
  })
}
