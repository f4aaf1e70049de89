import type { FlatTask, Task, TaskDraft } from "../records.ts"
import { assignState, fieldsOf, withEmptyFields } from "./task-fields.ts"
import type { TaskState } from "../undo/done-commands.ts"

/** A record of which nothing is known. */
export const blankTask: Task = {
  n: 0,
  createdBy: "",
  fields: fieldsOf({}),
  assignee: null,
  status: "todo",
  reason: null,
  askedBy: null,
  createdAt: 0,
  updatedAt: 0,
  startedAt: null,
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
  checks: Object.freeze([]),
  lastEvent: 0,
  since: 0,
  spent: null,
  attemptAt: null,
  work: null,
}

/** What the record of an untouched task has of its own. */
type Untouched = Pick<
  Task,
  | "n"
  | "createdBy"
  | "fields"
  | "assignee"
  | "status"
  | "createdAt"
  | "updatedAt"
  | "version"
  | "lastEvent"
  | "since"
>

/**
 * A task that nothing has happened to: it reads all other values from `blankTask`, and takes a third of the memory. So
 * `...` would lose them; `copyTask` and `withState` keep them.
 */
export function untouchedTask(own: Untouched): Task {
  return {
    __proto__: blankTask,
    n: own.n,
    createdBy: own.createdBy,
    fields: own.fields,
    assignee: own.assignee,
    status: own.status,
    createdAt: own.createdAt,
    updatedAt: own.updatedAt,
    version: own.version,
    lastEvent: own.lastEvent,
    since: own.since,
  } as Task & { readonly __proto__: Task }
}

/**
 * Copies a record. Each field is named, in the order of `blankTask`, so that V8 gives all records one hidden class.
 * With `...`, a copy of a copy gets another hidden class, and from the fourth copy on a change costs twice as much.
 */
export function copyTask(task: Task): TaskDraft {
  return {
    n: task.n,
    createdBy: task.createdBy,
    fields: task.fields,
    assignee: task.assignee,
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

/** A task as it would be with other values. */
export function withState<T extends Task, S extends Partial<FlatTask>>(task: T, state: S): T & S {
  const draft = copyTask(task)
  assignState(draft, state)
  return draft as T & S
}

/** The part of a task that a checkpoint stores: only the values that differ from a blank task. */
export function toPlain(task: Task): Partial<Task> {
  const plain: Record<string, unknown> = {}
  for (const name of names) if (task[name] !== blankTask[name]) plain[name] = task[name]
  return plain
}

/** @param plain the result of `toPlain`, or a whole record, as parsed from JSON */
export function fromPlain(plain: Partial<Task>): Task {
  const task = copyTask(blankTask)
  Object.assign(task, plain)
  task.fields = fieldsOf(plain.fields ?? {})
  return Object.keys(plain).every((name) => ofUntouched.has(name)) ? untouchedTask(task) : task
}

/** All values of a task, side by side, some of them changed. */
export function flat(task: Task, state: TaskState = {}): FlatTask {
  const { fields, ...own } = copyTask(task)
  return { ...own, ...withEmptyFields(fields), ...state }
}

// --- internal ---

const names = Object.keys(blankTask) as (keyof Task)[]

const ofUntouched: ReadonlySet<string> = new Set(Object.keys(untouchedTask(blankTask)))
