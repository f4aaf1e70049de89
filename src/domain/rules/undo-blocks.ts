import { fail, type Facts } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { stateFields, type TaskState } from "../board/undo/done-commands.ts"
import type { ImportedChange } from "../board/imports/import-records.ts"
import type { Task } from "../board/records.ts"
import { valueOf } from "../board/tasks/task-fields.ts"
import type { Context } from "../context.ts"
import { evolveForNow } from "../evolve/evolve.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { sayField, shownName } from "../wire/tasks/record-names.ts"
import { makesCircle } from "./dependencies.ts"
import { requireReviewer } from "./moves.ts"

/** Conditions that may prevent an undo. All of them are thrown as undo_blocked, with the task and the field. */

/** Fields that the command did not change may have changed since, so that the old status no longer fits them. */
export function requirePossible(
  task: Task,
  before: TaskState,
  at: number,
  { actor }: Pick<Context, "actor">,
): void {
  const { status } = before
  if (status === undefined) return
  const id = taskId(task.n)
  const { assignee = task.assignee, reviewer = task.fields.reviewer } = before
  if (status === "doing" && assignee === null) failBlocked(id, "assignee", "no longer has an assignee")
  if (status === "review" && reviewer === null) failBlocked(id, "reviewer", "no longer has a reviewer")
  if ((task.work?.landed?.at ?? 0) >= at) failBlocked(id, "work", "has since landed", { status: task.status })
  if (task.status !== "review") return
  if (task.since > at) failBlocked(id, "status", "has since gone to review again")
  if (status === "done") requireReviewer(task, actor)
}

export function requireThere(board: Board, n: number): Task {
  return board.tasks.get(n) ?? failBlocked(taskId(n), "deleted", "has since been deleted")
}

export function requireUnchanged(task: Task, after: TaskState): void {
  const field = stateFields.find(
    (each) => each in after && JSON.stringify(valueOf(task, each)) !== JSON.stringify(after[each]),
  )
  if (field !== undefined)
    failBlocked(
      taskId(task.n),
      shownName(field),
      `has since been changed: its ${sayField(field)} is different now`,
      { status: task.status },
    )
}

/** @throws undo_blocked where the task would wait for itself */
export function requireNoCircle(board: Board, task: Task, fields: TaskState): void {
  if (!("blockedBy" in fields || "parent" in fields)) return
  const { blockedBy = task.fields.blockedBy, parent = task.fields.parent } = fields
  if (makesCircle(board, task.n, { blockedBy, parent })) failCircle(task.n, fields)
}

export function failCircle(n: number, fields: TaskState): never {
  failBlocked(taskId(n), "blockedBy" in fields ? "blockedBy" : "parent", "would now wait for itself")
}

/**
 * The changes of an import with which tasks would wait for themselves once all changes are restored. Checked one by
 * one, changes might seem to cause this if the import reversed a dependency.
 */
export function changesInCircles(
  board: Board,
  changes: readonly ImportedChange[],
  context: Pick<Context, "now" | "actor">,
): ImportedChange[] {
  const linked = changes.filter(({ before }) => "blockedBy" in before || "parent" in before)
  if (linked.length === 0) return []
  return evolveForNow(board, context, (fold) => {
    for (const { n, before } of linked) fold({ type: "task.put_back", task: taskId(n), fields: before })
    return linked.filter(({ n }) => makesCircle(board, n, requireThere(board, n).fields))
  })
}

/** Work that waited until the task was closed is in progress or done. @throws undo_blocked */
export function requireNoneBegun(
  board: Board,
  { n, status, fields: { parent } }: Task,
  closedAt: number,
): void {
  const waiting = [...board.ready.waiting(n), ...(parent === null ? [] : [numberOf(parent)])]
  const begun = waiting.find((each) => {
    const { startedAt = null, attemptAt = null, lastEnd = null } = board.tasks.get(each) ?? {}
    return Math.max(startedAt ?? 0, attemptAt ?? 0, lastEnd?.begunAt ?? 0) >= closedAt
  })
  if (begun === undefined) return
  failBlocked(taskId(n), "status", `was blocking ${taskId(begun)}, which has since been started`, { status })
}

export function failBlocked(task: string, field: string, why: string, more: Facts = {}): never {
  fail("undo_blocked", { detail: `${task} ${why}.`, facts: { task, field, ...more } })
}
