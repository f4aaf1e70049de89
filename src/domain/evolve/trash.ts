import { keepAsCame } from "./as-came.ts"
import type { Board } from "../board/board.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import { canonicalName } from "../board/find.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import type { Task, TaskDraft } from "../board/records.ts"
import { assignState } from "../board/tasks/task-fields.ts"
import type { EdgeField } from "../wire/enums.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { followAttempts } from "./attempt-ends.ts"
import { copyTask } from "../board/tasks/task-record.ts"
import { openToday, spentUntil, tallyDeleted } from "./tally.ts"
import { move } from "./task-changes.ts"

/** Moves a task to the trash. An older event has no `until`: its task is deleted for good at once. */
export function deleteTask(board: Board, event: EventOf<"task.deleted">, meta: EventMeta): void {
  const n = numberOf(event.task)
  const { until } = event
  openToday(board, meta.at)
  const task = board.tasks.get(n)
  if (task) tallyDeleted(board, task, 1)
  if (until !== undefined && task) return layInTrash(board, n, { until, lastEvent: meta.seq }, meta)
  board.tasks.delete(n)
  board.tombstones.put({ n, lastEvent: meta.seq })
  forget(board, n)
}

/** @param lastEvent the end of the past of the task */
export function layInTrash(
  board: Board,
  n: number,
  { until, lastEvent }: { readonly until: number; readonly lastEvent: number },
  meta: EventMeta,
): void {
  const task = board.tasks.get(n)
  if (!task) return
  board.tasks.delete(n)
  board.tombstones.put({ n, lastEvent })
  const { seq, at } = meta
  const by = canonicalName(board, meta.actor)
  board.trash.put({ n, task: laidDown(board, task, until, meta), seq, at, by, until })
}

export function restoreTask(board: Board, event: EventOf<"task.restored">, { seq, at }: EventMeta): void {
  const n = numberOf(event.task)
  const trashed = board.trash.get(n)
  if (!trashed) return
  keepAsCame(board, trashed.task)
  const task = copyTask(trashed.task)
  for (const { of, field, to } of event.dropped) if (of === event.task) dropEdge(task, field, to)
  task.version += 1
  task.updatedAt = at
  task.lastEvent = seq
  // The time in the trash is no time in a status.
  if (!isClosed(task)) task.since = at
  openToday(board, at)
  tallyDeleted(board, task, -1)
  board.trash.delete(n)
  board.tombstones.delete(n)
  // Its source counts again, unless another task has been imported from there meanwhile.
  const origin = board.origins.get(n)
  if (origin?.isGone && !board.bySource(origin.source)) board.origins.put({ ...origin, isGone: false })
  board.tasks.put(task)
}

/** What remains of these tasks: their number, their events in the log, and their lessons. */
export function emptyTrash(board: Board, tasks: readonly string[]): void {
  for (const n of tasks.map(numberOf)) {
    board.trash.delete(n)
    if (board.origins.get(n)?.isGone) board.origins.delete(n)
    forget(board, n)
    for (const review of [...board.reviewsOf.of(n)].reverse()) board.reviews.delete(review)
  }
}

// --- internal ---

/**
 * The restored task. Work that was in progress or offered ends here: the task returns to todo, for the assignee before
 * the claim.
 */
function laidDown(board: Board, task: Task, until: number, meta: EventMeta): Task {
  const draft = copyTask(task)
  if (task.status === "doing" || task.lease?.state === "offered") {
    if (task.lease) draft.assignee = task.assigneeBefore
    move(draft, "todo", meta.at)
    draft.epoch = task.epoch + 1
    const event = { type: "task.deleted", task: taskId(task.n), until } as const
    followAttempts(board, { before: task, after: draft, event, meta })
  }
  if (!isClosed(task)) draft.spent = spentUntil(task, meta.at)
  return draft
}

function dropEdge(task: TaskDraft, field: EdgeField, to: string): void {
  const blockedBy = task.fields.blockedBy.filter((id) => id !== to)
  assignState(task, field === "blockedBy" ? { blockedBy } : { [field]: null })
}

function forget(board: Board, n: number): void {
  for (const comment of [...board.commentsOf.of(n)].reverse()) board.comments.delete(comment)
  for (const attachment of [...board.attachments.of(n)].reverse()) board.attachments.delete(attachment)
  board.ownership.delete(n)
  board.usage.delete(n)
}
