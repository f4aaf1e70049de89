import type { BoardEvent } from "./events.ts"
import { numberOf } from "./names.ts"
import type { Task } from "./records.ts"

/** The record of a task that was just created. */
export function newTask(event: BoardEvent & { type: "task.created" }, at: number, seq: number): Task {
  const { fields, status } = event
  // Spelled out, in one order, so that all records share one hidden class.
  return {
    n: numberOf(event.task),
    title: fields.title,
    description: fields.description,
    createdBy: fields.createdBy,
    assignee: fields.assignee,
    reviewer: fields.reviewer,
    done_criteria: fields.done_criteria,
    eta: fields.eta,
    priority: fields.priority,
    tags: fields.tags,
    project: fields.project,
    blockedBy: fields.blockedBy,
    notBefore: fields.notBefore,
    dueAt: fields.dueAt,
    metadata: fields.metadata,
    status,
    reason: event.reason,
    createdAt: at,
    updatedAt: at,
    startedAt: status === "doing" ? at : null,
    finishedAt: null,
    summary: null,
    version: 1,
    attempts: 0,
    backoffUntil: null,
    epoch: 0,
    lease: null,
    assigneeBefore: null,
    doneBy: null,
    reflected: false,
    checks: [],
    lastEvent: seq,
    since: at,
    spent: null,
  }
}
