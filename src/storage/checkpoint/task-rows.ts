import type { Task } from "../../domain/board/records.ts"

/**
 * Tasks as a checkpoint holds them: lists of values, one for each of `taskFields`. With the names in front of each value
 * a checkpoint is twice as large, and takes twice as long to read. An empty list or object is stored as `null`.
 */
export const taskFields = [
  "n",
  "title",
  "description",
  "createdBy",
  "assignee",
  "reviewer",
  "done_criteria",
  "eta",
  "priority",
  "tags",
  "project",
  "blockedBy",
  "parent",
  "discoveredFrom",
  "notBefore",
  "dueAt",
  "metadata",
  "status",
  ...[
    "reason",
    "askedBy",
    "createdAt",
    "updatedAt",
    "startedAt",
    "finishedAt",
    "summary",
    "version",
    "attempts",
  ],
  "backoffUntil",
  "epoch",
  "lease",
  "assigneeBefore",
  "doneBy",
  "lastEnd",
  "starts",
  "changesRequested",
  "reflected",
  "checks",
  "lastEvent",
  "since",
  "spent",
  "attemptAt",
  "resources",
  "skills",
  "restsFor",
  "expiries",
  "escalation",
  "namedChecks",
  "criteriaChecks",
  "proof",
  "work",
] as const satisfies readonly (keyof Task)[]

/** The values of a task, one for each of `taskFields`. */
export type TaskRow = ValuesOf<typeof taskFields>

export function toRow(task: Task): TaskRow {
  return [
    task.n,
    task.title,
    task.description,
    task.createdBy,
    task.assignee,
    task.reviewer,
    stored(task.done_criteria),
    task.eta,
    task.priority,
    stored(task.tags),
    task.project,
    stored(task.blockedBy),
    task.parent,
    task.discoveredFrom,
    task.notBefore,
    task.dueAt,
    storedObject(task.metadata),
    task.status,
    task.reason,
    task.askedBy,
    task.createdAt,
    task.updatedAt,
    task.startedAt,
    task.finishedAt,
    task.summary,
    task.version,
    task.attempts,
    task.backoffUntil,
    task.epoch,
    task.lease,
    task.assigneeBefore,
    task.doneBy,
    task.lastEnd,
    task.starts,
    task.changesRequested,
    task.reflected,
    stored(task.checks),
    task.lastEvent,
    task.since,
    task.spent,
    task.attemptAt,
    stored(task.resources),
    stored(task.skills),
    task.restsFor,
    task.expiries,
    stored(task.escalation),
    stored(task.namedChecks),
    storedObject(task.criteriaChecks),
    task.proof,
    task.work,
  ]
}

/** The record of a row. Each field is named, in the order of `newTask`, so that V8 gives all records one hidden class. */
export function fromRow(row: TaskRow): Task {
  return {
    n: row[0],
    title: row[1],
    description: row[2],
    createdBy: row[3],
    assignee: row[4],
    reviewer: row[5],
    done_criteria: row[6] ?? none,
    eta: row[7],
    priority: row[8],
    tags: row[9] ?? none,
    project: row[10],
    blockedBy: row[11] ?? none,
    parent: row[12],
    discoveredFrom: row[13],
    resources: row[41] ?? none,
    skills: row[42] ?? none,
    escalation: row[45] ?? none,
    namedChecks: row[46] ?? none,
    criteriaChecks: row[47] ?? noMetadata,
    notBefore: row[14],
    dueAt: row[15],
    metadata: row[16] ?? noMetadata,
    status: row[17],
    reason: row[18],
    askedBy: row[19],
    createdAt: row[20],
    updatedAt: row[21],
    startedAt: row[22],
    finishedAt: row[23],
    summary: row[24],
    version: row[25],
    attempts: row[26],
    expiries: row[44],
    backoffUntil: row[27],
    restsFor: row[43],
    epoch: row[28],
    lease: row[29],
    assigneeBefore: row[30],
    doneBy: row[31],
    lastEnd: row[32],
    starts: row[33],
    changesRequested: row[34],
    reflected: row[35],
    proof: row[48],
    checks: row[36] ?? none,
    lastEvent: row[37],
    since: row[38],
    spent: row[39],
    attemptAt: row[40],
    work: row[49],
  }
}

// --- internal ---

type ValuesOf<Names extends readonly unknown[]> = { readonly [I in keyof Names]: Stored<Names[I]> }
type Emptied =
  | "done_criteria"
  | "tags"
  | "blockedBy"
  | "checks"
  | "metadata"
  | "resources"
  | "skills"
  | "escalation"
  | "namedChecks"
  | "criteriaChecks"
type Stored<K> = K extends Emptied ? Task[K] | null : K extends keyof Task ? Task[K] : never

const storedObject = <T extends object>(value: T): T | null =>
  Object.keys(value).length === 0 ? null : value
const stored = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list)

// Shared by all tasks, which saves 150 bytes a task.
const none = Object.freeze([])
const noMetadata = Object.freeze({})
