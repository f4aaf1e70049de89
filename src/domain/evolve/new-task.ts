import type { BoardEvent } from "../board/events.ts"
import { numberOf } from "../wire/names.ts"
import type { Task } from "../board/records.ts"

/** A task record that may still be changed: it is not on the board yet. */
export type TaskDraft = { -readonly [K in keyof Task]: Task[K] }

export function newTask(event: BoardEvent & { type: "task.created" }, at: number, seq: number): Task {
  const { fields, status } = event
  return {
    n: numberOf(event.task),
    title: fields.title,
    description: fields.description,
    createdBy: fields.createdBy,
    assignee: fields.assignee,
    reviewer: fields.reviewer,
    done_criteria: shared(fields.done_criteria),
    eta: fields.eta,
    priority: fields.priority,
    tags: shared(fields.tags),
    project: fields.project,
    blockedBy: shared(fields.blockedBy),
    parent: fields.parent ?? null,
    discoveredFrom: fields.discoveredFrom ?? null,
    resources: shared(fields.resources ?? none),
    skills: shared(fields.skills ?? none),
    escalation: shared(fields.escalation ?? none),
    namedChecks: shared(fields.namedChecks ?? none),
    criteriaChecks: sharedObject(fields.criteriaChecks ?? noMetadata),
    notBefore: fields.notBefore,
    dueAt: fields.dueAt,
    metadata: sharedObject(fields.metadata),
    status,
    reason: event.reason,
    askedBy: status === "blocked" ? fields.createdBy : null,
    createdAt: at,
    updatedAt: at,
    startedAt: status === "doing" ? at : null,
    finishedAt: null,
    summary: null,
    version: 1,
    attempts: 0,
    expiries: 0,
    backoffUntil: null,
    restsFor: null,
    epoch: 0,
    lease: null,
    assigneeBefore: null,
    doneBy: null,
    lastEnd: null,
    starts: null,
    changesRequested: null,
    reflected: false,
    proof: null,
    checks: none,
    lastEvent: seq,
    since: at,
    spent: null,
    attemptAt: status === "doing" && fields.assignee !== null ? at : null,
    work: null,
  }
}

/**
 * Copies a record. Each field is named, in the order of `newTask`, so that V8 gives all records one hidden class. With
 * `...` a copy of a copy gets another one, and from the fourth copy on a change costs twice as much.
 */
export function copyTask(task: Task): TaskDraft {
  return {
    n: task.n,
    title: task.title,
    description: task.description,
    createdBy: task.createdBy,
    assignee: task.assignee,
    reviewer: task.reviewer,
    done_criteria: task.done_criteria,
    eta: task.eta,
    priority: task.priority,
    tags: task.tags,
    project: task.project,
    blockedBy: task.blockedBy,
    parent: task.parent,
    discoveredFrom: task.discoveredFrom,
    resources: task.resources,
    skills: task.skills,
    escalation: task.escalation,
    namedChecks: task.namedChecks,
    criteriaChecks: task.criteriaChecks,
    notBefore: task.notBefore,
    dueAt: task.dueAt,
    metadata: task.metadata,
    status: task.status,
    reason: task.reason,
    askedBy: task.askedBy,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    startedAt: task.startedAt,
    finishedAt: task.finishedAt,
    summary: task.summary,
    version: task.version,
    attempts: task.attempts,
    expiries: task.expiries,
    backoffUntil: task.backoffUntil,
    restsFor: task.restsFor,
    epoch: task.epoch,
    lease: task.lease,
    assigneeBefore: task.assigneeBefore,
    doneBy: task.doneBy,
    lastEnd: task.lastEnd,
    starts: task.starts,
    changesRequested: task.changesRequested,
    reflected: task.reflected,
    proof: task.proof,
    checks: task.checks,
    lastEvent: task.lastEvent,
    since: task.since,
    spent: task.spent,
    attemptAt: task.attemptAt,
    work: task.work,
  }
}

// --- internal ---

// Most tasks have several empty lists. One for all of them saves 180 bytes a task.
const none = Object.freeze([])
const noMetadata = Object.freeze({})

const shared = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? none : list)

function sharedObject<T extends object>(value: T): T {
  return Object.keys(value).length === 0 ? (noMetadata as T) : value
}
