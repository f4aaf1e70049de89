import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta, EventOf } from "../events/index.ts"
import { keepAsCame } from "./as-came.ts"
import { followAttempts } from "./attempt-ends.ts"
import { numberOf } from "../wire/names.ts"
import { copyTask } from "../board/tasks/task-record.ts"
import { newTask } from "./new-task.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import { withoutPassedOutput } from "../board/said/proof.ts"
import type { Lease, Task, TaskDraft } from "../board/records.ts"
import { spentUntil, tally, tallyPutBack } from "./tally.ts"
import type { Status } from "../wire/enums.ts"

export function addTask(board: Board, event: EventOf<"task.created">, { at, seq }: EventMeta): void {
  const task = newTask(event, at, seq)
  board.count({ task: task.n })
  tally(board, undefined, task, at)
  board.tasks.put(task)
  if (event.source !== undefined)
    board.origins.put({ n: task.n, source: event.source, import: 0, isGone: false, said: {} })
}

/** Changes a task and raises its version. */
export function change(
  board: Board,
  event: BoardEvent & { task: string },
  meta: EventMeta,
  edit: (task: TaskDraft) => void,
): void {
  const { at, seq } = meta
  touch(board, event.task, (task, before) => {
    task.version += 1
    task.updatedAt = at
    task.lastEvent = seq
    edit(task)
    followAttempts(board, { before, after: task, event, meta })
    if (task.status === before.status) return
    task.since = at
    task.spent = spentUntil(before, at)
    // A change that an undo restores was already counted when it was made.
    if (event.type === "task.put_back") tallyPutBack(board, before, task, at)
    else tally(board, before, task, at)
  })
}

/** Changes a task without raising its version, as for a heartbeat. */
export function touch(board: Board, id: string, edit: (task: TaskDraft, before: Task) => void): void {
  const task = board.tasks.get(numberOf(id))
  if (!task) return
  const draft = copyTask(task)
  edit(draft, task)
  if (draft.version > task.version) keepAsCame(board, task)
  board.tasks.put(draft)
}

export function touchLease(board: Board, id: string, changes: Partial<Lease>): void {
  touch(board, id, (task) => {
    if (task.lease) task.lease = { ...task.lease, ...changes }
  })
}

/** A lease that only its agent can take up until it expires. */
export function offered({ agent, until, length }: Pick<Lease, "agent" | "until" | "length">): Lease {
  return {
    state: "offered",
    agent,
    session: null,
    until,
    length,
    warned: false,
    claimedAt: null,
    heardAt: null,
  }
}

/** Moves a task to another status, with all side effects of a move. */
export function move(task: TaskDraft, to: Status, at: number): void {
  const from = task.status
  const isReopened = isClosed(task)
  // An expired lease is kept until someone claims the task: until then its last holder may still finish.
  const keepsLate = task.lease?.state === "expired" && (to === "todo" || to === "blocked")
  if (task.lease && !keepsLate) {
    task.lease = null
    task.epoch += 1
  }
  task.status = to
  task.reason = null
  task.askedBy = null
  task.backoffUntil = null
  task.restsFor = null
  if (to === "doing") task.startedAt = at
  else if (isReopened) task.startedAt = null
  task.finishedAt = isClosed({ status: to }) ? at : null
  if (isClosed({ status: to }) && task.proof) task.proof = withoutPassedOutput(task.proof)
  if (isReopened || (from === "blocked" && to !== "blocked")) {
    task.attempts = 0
    task.expiries = 0
  }
  if (isReopened || (to === "doing" && from !== "review")) task.reflected = false
}
