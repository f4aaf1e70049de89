import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { BoardEvent } from "../board/events.ts"
import type { Status } from "../wire/enums.ts"
import { anonymous, taskId } from "../wire/names.ts"
import { joinEvents, requireRealReviewer } from "./agents.ts"
import { requireBlockers } from "./dependencies.ts"
import { storedFields, type SentFields } from "./stored-fields.ts"

/** A new task, as it was sent. */
export type SentTask = SentFields & { readonly title: string; readonly status: Status }

/** Refuses a task that cannot be made on this board. @throws invalid_input */
export function requireCreatable(board: Board, sent: SentTask, actor: string): void {
  for (const check of checksOf(board, sent, actor)) check()
}

/**
 * The events that create a task: those of agents that join by being named, and the task's own.
 * @param n the number of the task
 */
export function creationEvents(board: Board, sent: SentTask, actor: string, n: number): BoardEvent[] {
  const given = storedFields(sent)
  const assignee = assigneeOf(sent, actor)
  const fields = {
    title: sent.title,
    description: given.description ?? null,
    createdBy: canonicalName(board, actor),
    assignee: assignee === null ? null : canonicalName(board, assignee),
    reviewer: given.reviewer ? canonicalName(board, given.reviewer) : null,
    done_criteria: given.done_criteria ?? [],
    eta: given.eta ?? null,
    priority: given.priority ?? "P2",
    tags: given.tags ?? [],
    project: given.project ?? "default",
    blockedBy: given.blockedBy ?? [],
    notBefore: given.notBefore ?? null,
    dueAt: given.dueAt ?? null,
    metadata: given.metadata ?? {},
  } as const
  return [
    ...joinEvents(board, [fields.assignee, fields.reviewer]),
    { type: "task.created", task: taskId(n), fields, status: sent.status, reason: null },
  ]
}

// --- internal ---

/** Each of them refuses the task for one reason. */
function checksOf(board: Board, sent: SentTask, actor: string): (() => void)[] {
  return [
    () => requireBlockers(board, sent.blockedBy ?? []),
    () => requireRealReviewer(board, sent.reviewer),
    () => requireAssignee(sent, actor),
  ]
}

/** A task that begins in doing belongs to its creator, unless it says otherwise. */
function assigneeOf({ assignee = null, status }: SentTask, actor: string): string | null {
  return assignee ?? (status === "doing" && actor !== anonymous ? actor : null)
}

function requireAssignee(sent: SentTask, actor: string): void {
  if (sent.status !== "doing" || assigneeOf(sent, actor) !== null) return
  fail("invalid_input", {
    detail: "A task needs an assignee to be in doing.",
    facts: { field: "assignee" },
    errors: [{ path: "assignee", message: "is required with status doing" }],
  })
}
