import { agentsIn, type TaskField } from "../wire/task-table.ts"
import { valueOf } from "../board/tasks/task-fields.ts"
import { fail } from "../../errors.ts"
import type { Context } from "../context.ts"
import { joinEvents, requireRealReviewer } from "./agents.ts"
import { boundCriteria, keptBindings } from "./bound-criteria.ts"
import type { Board } from "../board/board.ts"
import { requireLinked, requireNoCycle } from "./dependencies.ts"
import type { BoardEvent, TaskFields } from "../events/index.ts"
import { commented } from "./comments.ts"
import { claimsOf, meetCriteria } from "./criteria.ts"
import { hasGivenUp } from "./failures.ts"
import { callerOf, isHolder, liveLease, renewal } from "./lease.ts"
import { isTooMuch, mergeMetadata, tooLarge } from "../wire/metadata.ts"
import { requireTransition, requireReviewer } from "./moves.ts"
import { anonymous, isSameName, taskId } from "../wire/names.ts"
import { isOwn } from "./next.ts"
import type { Task } from "../board/records.ts"
import { requireGates } from "./gates.ts"
import { personFinishing } from "./person.ts"
import { reflect } from "./reflect.ts"
import { canonicalName } from "../board/find.ts"
import type { Status } from "../wire/enums.ts"
import { requireRoomForMore } from "./resources.ts"
import { dueByEta, storedFields } from "./stored-fields.ts"
import { toldOfUnblock } from "./tells.ts"

/** The parsed values that an edit of a task may have. */
export type EditInput = Parameters<typeof storedFields>[0] & {
  readonly status?: Status | undefined
  readonly reason?: string | null | undefined
  readonly reflection?: string | undefined
  readonly comment?: string | undefined
  readonly criteria?: Parameters<typeof claimsOf>[0]["criteria"]
  readonly session?: string | undefined
  readonly leaseToken?: string | undefined
  readonly heard?: string | undefined
}

/** The events of an edit: the changed fields, the move to another status, the end or renewal of the lease, and a comment. */
export function editEvents(board: Board, task: Task, input: EditInput, context: Context): BoardEvent[] {
  const { comment } = input
  const checked = meetCriteria(board, task, claimsOf(input), context.actor)
  return [
    ...checked,
    ...changeEvents(board, task, { ...input, met: checked.map(({ criterion }) => criterion) }, context),
    ...(comment === undefined ? [] : [commented(board, task, comment, context.actor)]),
  ]
}

/** Whether the events of an edit change the task, beside a comment and the lease. */
export function isChanging(events: readonly BoardEvent[]): boolean {
  return events.some(({ type }) =>
    ["task.edited", "task.moved", "task.checked", "task.reflected"].includes(type),
  )
}

// --- internal ---

function changeEvents(
  board: Board,
  task: Task,
  input: EditInput & { readonly met: readonly string[] },
  context: Context,
): BoardEvent[] {
  const id = taskId(task.n)
  const caller = callerOf(input, context)
  const byHolder = isHolder(task, caller, context)
  const byWorker = byHolder || isOwn(task, context.actor) || hasGivenUp(task, context.actor)
  const { assignee, ...changes } = changedFields(board, task, input, context.now)
  const author = (input.comment ?? input.criteria) === undefined ? null : context.actor
  const named = [...agentsIn(changes), author]
  requireSaneReason(task, input)

  const reflected =
    input.reflection === undefined
      ? []
      : [reflect(board, task, canonicalName(board, context.actor), input.reflection, byWorker)]
  const edited: BoardEvent[] =
    Object.keys(changes).length > 0 ? [{ type: "task.edited", task: id, changes }] : []
  const isMove = input.status !== undefined && (input.status !== task.status || isNewReason(task, input))

  if (isMove) {
    const to = input.status
    if (to !== task.status) requireTransition(task, to)
    const isDecision = task.status === "review" && to === "done"
    const isHandIn = !isDecision && byWorker && (to === "done" || to === "review")
    const person = isHandIn ? personFinishing(board, task, caller, context) : undefined
    if (isDecision) requireReviewer(task, context.actor)
    else if (byWorker) requireGates(task, changes, { ...input, to, person }, context)
    if (to === "review")
      requireSomeReviewer(changes.reviewer === undefined ? task.fields.reviewer : changes.reviewer, id)
    const next = assigneeAfter(
      task,
      to,
      { changed: assignee, isSent: input.assignee !== undefined },
      context.actor,
    )
    const move: BoardEvent = {
      type: "task.moved",
      task: id,
      to,
      reason: to === "blocked" ? (input.reason ?? null) : null,
      assignee: next === null ? null : canonicalName(board, next),
      ...(task.status === "blocked" &&
        (to === "todo" || to === "doing") &&
        toldOfUnblock(task, context.actor)),
      ...(person && { person }),
    }
    const asker = to === "blocked" ? context.actor : null
    return [...joinEvents(board, [next, asker, ...named], context), ...reflected, ...edited, move]
  }
  if (assignee !== undefined) {
    if (assignee === null && task.status === "doing") failNobody(id)
    const { lease } = task
    // A holder whose lease ran out may still finish the task if no other agent has been given it.
    const ends =
      lease !== null &&
      (lease.state !== "expired" || (assignee !== null && !isSameName(assignee, lease.agent)))
    const revoked: BoardEvent[] = ends ? [{ type: "lease.revoked", task: id, agent: lease.agent }] : []
    return [
      ...joinEvents(board, [assignee, ...named], context),
      ...reflected,
      { type: "task.edited", task: id, changes: { ...changes, assignee } },
      ...revoked,
    ]
  }
  return [
    ...joinEvents(board, named, context),
    ...reflected,
    ...edited,
    ...renewal(board, task, caller, context),
  ]
}

/** The sent fields whose value differs from the record. */
function changedFields(board: Board, task: Task, input: EditInput, now: number): Partial<TaskFields> {
  const spell = (name: string, field: TaskField) => {
    const had: unknown = valueOf(task, field)
    return typeof had === "string" && isSameName(had, name) ? had : canonicalName(board, name)
  }
  const sent = { ...input, ...dueByEta(input, task.fields) }
  const given: Record<string, unknown> = storedFields(sent, { now, spell })
  requireRealReviewer(board, input.reviewer)
  if (input.metadata) {
    const metadata = (given["metadata"] = mergeMetadata(task.fields.metadata, input.metadata))
    if (isTooMuch(metadata, task.fields.metadata)) failMetadata()
  }
  const criteria = input.done_criteria === undefined ? task.fields.done_criteria : (input.done_criteria ?? [])
  if (input.criteriaChecks) given["criteriaChecks"] = boundCriteria(criteria, input.criteriaChecks)
  else if (input.done_criteria !== undefined)
    given["criteriaChecks"] = keptBindings(criteria, task.fields.criteriaChecks)
  const changes: Partial<TaskFields> = Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(valueOf(task, key as keyof TaskFields)),
    ),
  )
  requireSaneLinks(board, task, changes)
  if (changes.resources) requireRoomForMore(board, task, changes.resources)
  return changes
}

function failMetadata(): never {
  fail("invalid_input", {
    detail: `metadata ${tooLarge}.`,
    facts: { field: "metadata" },
    errors: [{ path: "metadata", message: tooLarge }],
  })
}

/** A task that is already named may stay named, even if it has been deleted since. */
function requireSaneLinks(board: Board, task: Task, changes: Partial<TaskFields>): void {
  const { blockedBy, parent, discoveredFrom } = changes
  const added = blockedBy?.filter((id) => !task.fields.blockedBy.includes(id))
  requireLinked(board, { blockedBy: added, parent, discoveredFrom })
  if (blockedBy ?? parent)
    requireNoCycle(board, task.n, {
      blockedBy: blockedBy ?? task.fields.blockedBy,
      parent: parent === undefined ? task.fields.parent : parent,
    })
  if (discoveredFrom === taskId(task.n))
    fail("invalid_input", {
      detail: `${discoveredFrom} cannot be its own \`discoveredFrom\`.`,
      facts: { task: discoveredFrom, field: "discoveredFrom" },
      errors: [{ path: "discoveredFrom", message: "is the task itself", received: discoveredFrom }],
    })
}

function isNewReason({ status, reason }: Task, input: EditInput): boolean {
  return status === "blocked" && input.status === "blocked" && (input.reason ?? reason) !== reason
}

function requireSaneReason(task: Task, input: EditInput): void {
  if (input.reason == null || input.status === "blocked") return
  fail("invalid_input", {
    detail: "Only a blocked task can have a reason.",
    facts: { task: taskId(task.n), field: "reason" },
    errors: [{ path: "reason", message: "requires status blocked", received: input.reason }],
  })
}

function requireSomeReviewer(reviewer: string | null, id: string): void {
  if (reviewer !== null) return
  fail("invalid_input", {
    detail: `${id} has no reviewer to ask.`,
    facts: { task: id, field: "reviewer" },
    errors: [{ path: "reviewer", message: "is required with status review" }],
  })
}

/**
 * The assignee after a move: the assignee that was sent. If none was sent and the task goes back to `todo`, it is the
 * assignee from before the claim.
 */
function assigneeAfter(
  task: Task,
  to: Status,
  { changed, isSent }: { changed: string | null | undefined; isSent: boolean },
  actor: string,
): string | null {
  const now = changed === undefined ? task.assignee : changed
  if (to === "doing") {
    if (now !== null) return now
    return changed === undefined && actor !== anonymous ? actor : failNobody(taskId(task.n))
  }
  return to === "todo" && !isSent && liveLease(task) ? task.assigneeBefore : now
}

function failNobody(id: string): never {
  fail("invalid_input", {
    detail: `${id} cannot be in doing without an assignee.`,
    facts: { task: id, field: "assignee" },
    errors: [{ path: "assignee", message: "is required with status doing" }],
  })
}
