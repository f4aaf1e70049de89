import type * as z from "zod"
import type { Board } from "../board/board.ts"
import { parseDuration } from "../wire/duration.ts"
import type { BoardEvent } from "../events/index.ts"
import { openBlockers } from "../rules/dependencies.ts"
import { liveLease } from "../rules/lease.ts"
import { metBy, standsOn } from "../board/said/proof.ts"
import { viewQuestion } from "./said-view.ts"
import { viewStates } from "./check-view.ts"
import { viewTakenOf } from "./resource-view.ts"
import { viewUsage } from "./usage-view.ts"
import { viewWork } from "./work-view.ts"
import { isSilent } from "../rules/sessions.ts"
import { unheard } from "../board/said/unheard.ts"
import type { AttachmentView } from "../wire/files/attachment-schemas.ts"
import { attachmentId, taskId, unassigned } from "../wire/names.ts"
import type { Attachment } from "../board/files/attachment-record.ts"
import type { Fields, Lease, Task } from "../board/records.ts"
import { isTimeField, recordName } from "../wire/task-table.ts"
import { iso } from "../wire/time.ts"
import { shownFields, type ShownField } from "../wire/field-views.ts"
import type { HeldView, LeaseGrant, TaskView } from "../wire/tasks/view-schemas.ts"

type TaskForm = "whole" | "compact"

/** A task as responses show it. The compact form leaves out the long texts. */
export function viewTask(board: Board, task: Task, now: number, form?: TaskForm): TaskView {
  const view = viewRecord(board, task, form)
  const reasons = board.attention.stuckFor(task, now)
  if (reasons.length > 0) view.stuck = reasons
  if (reasons.includes("no_one_can")) view.stuckDetail = sayLacking(board, task)
  return view
}

/** The result of `viewTask` without what changes merely because time passes: why the task is stuck. */
export function viewRecord(board: Board, task: Task, form: TaskForm = "whole"): TaskView {
  const lease = liveLease(task)
  // A field that is left out is undefined, so it is not sent. This gives both forms one hidden class.
  const isWhole = form === "whole"
  const silentAt = board.attention.silentAt(task)
  return {
    id: taskId(task.n),
    title: task.fields.title,
    description: isWhole ? task.fields.description : undefined,
    status: task.status,
    reason: task.reason,
    priority: task.fields.priority,
    project: task.fields.project,
    assignee: task.assignee ?? unassigned,
    createdBy: task.createdBy,
    ...viewFields(task),
    source: board.origins.get(task.n)?.source,
    done_criteria: isWhole ? [...task.fields.done_criteria] : undefined,
    criteria: isWhole ? viewCriteria(task) : undefined,
    criteriaCount: task.fields.done_criteria.length,
    criteriaMet: countMet(task),
    criteriaChecks:
      isWhole && Object.keys(task.fields.criteriaChecks).length > 0 ? task.fields.criteriaChecks : undefined,
    checkStates: viewStates(task),
    etaMs: task.fields.eta === null ? null : (parseDuration(task.fields.eta) ?? null),
    waitsFor: waitsFor(board, task),
    blocks: board.ready.dependents(task.n).map(taskId),
    children: viewChildren(board, task),
    taken: viewTakenOf(board, task),
    ready: board.ready.has(task.n),
    attempts: task.attempts,
    changesRequested: task.changesRequested === null ? undefined : true,
    expiries: task.expiries,
    backoffUntil: iso(task.backoffUntil),
    lease: lease ? viewLease(board, task, lease) : null,
    silentAt: silentAt === undefined ? undefined : iso(silentAt),
    question: viewQuestion(board, task),
    commentCount: board.commentsOf.of(task.n).length,
    work: viewWork(board, task),
    usage: viewUsage(board.usage.get(task.n)),
    attachmentCount: board.attachments.of(task.n).length || undefined,
    metadata: isWhole ? task.fields.metadata : undefined,
    summary: isWhole ? task.summary : undefined,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
    startedAt: iso(task.startedAt),
    attemptStartedAt: iso(task.attemptAt),
    finishedAt: iso(task.finishedAt),
    version: task.version,
  }
}

/** The lease as the response to a claim shows it. No other response shows the token. */
export function grantLease(
  task: Task,
  by: { token(task: string, epoch: number): string },
): z.infer<typeof LeaseGrant> {
  return {
    token: by.token(taskId(task.n), task.epoch),
    epoch: task.epoch,
    expiresAt: iso(task.lease?.until ?? null),
  }
}

/** A task in progress that another session of its agent holds. */
export function viewHeld({ n, lease }: Task, now: number): z.infer<typeof HeldView> {
  return {
    task: taskId(n),
    session: lease?.session ?? null,
    expiresAt: iso(lease?.until ?? null),
    heardAt: iso(lease?.heardAt ?? null),
    silent: lease !== null && isSilent(lease, now),
  }
}

/** The part of a claim's response about another process that may already be working on the task. */
export function viewClaimBefore(events: readonly BoardEvent[]): { claimedBefore?: string } {
  const claimed = events.find((event) => event.type === "task.claimed")
  return claimed?.claimedBefore === undefined ? {} : { claimedBefore: iso(claimed.claimedBefore) }
}

export function viewAttachment(attachment: Attachment): AttachmentView {
  const { n, task, name, size, type, sha256, by, createdAt } = attachment
  return {
    id: attachmentId(n),
    taskId: taskId(task),
    name,
    size,
    type,
    sha256,
    by,
    createdAt: iso(createdAt),
  }
}

// --- internal ---

const shown = shownFields.map((name) => ({ name, record: recordName(name), isTime: isTimeField(name) }))

/** The fields that are shown as stored. Lists are copied, because the record is never edited in place. */
function viewFields({ fields }: Task): Pick<TaskView, ShownField> {
  const view: Record<string, unknown> = {}
  for (const { name, record, isTime } of shown) {
    const value = fields[record as keyof Fields]
    if (isTime) view[name] = iso(value as number | null)
    else view[name] = Array.isArray(value) ? [...(value as string[])] : value
  }
  return view as Pick<TaskView, ShownField>
}

/** The skills that no agent has for a task, such as `needs gpu`. */
function sayLacking(board: Board, task: Task): string {
  if (board.ready.unable.isForStranger(task)) return `no agent named ${task.assignee} has asked for work`
  const { skills, together } = board.ready.unable.lacking(task)
  return together ? `needs a single agent with ${skills.join(" and ")}` : `needs ${skills.join(", ")}`
}

function viewLease(board: Board, task: Task, lease: Lease): TaskView["lease"] {
  const { agent, session, until, heardAt, finishedBy, quiet } = lease
  return {
    holder: agent,
    session,
    epoch: task.epoch,
    expiresAt: iso(until),
    heardAt: iso(heardAt),
    finishedBy,
    unheard: unheard(board, task)?.length,
    quiet: quiet && { since: iso(quiet.since), stuckAt: iso(quiet.until), line: quiet.line },
  }
}

function viewChildren(board: Board, { n }: Task): TaskView["children"] {
  const { total, done } = board.ready.children.of(n)
  return total === 0 ? null : { total, done }
}

/** The resource that keeps a task from being started. For a ready task there is nothing to look up. */
function waitsFor(board: Board, task: Task): string[] | undefined {
  if (task.status !== "todo" || board.ready.has(task.n)) return undefined
  const { ids } = openBlockers(board, task)
  return ids.length > 0 ? ids : undefined
}

function viewCriteria(task: Task): TaskView["criteria"] {
  return task.fields.done_criteria.map((text) => {
    const check = metBy(task, text)
    const on = standsOn(task, text)
    return {
      text,
      check: check ? { by: check.by, at: iso(check.at), evidence: check.evidence } : null,
      ...(on !== undefined && { standsOn: on }),
    }
  })
}

function countMet(task: Task): number {
  return task.fields.done_criteria.filter((text) => metBy(task, text)).length
}
