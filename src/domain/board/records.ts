import type { UnfinishedEnding, NoticeKind, Status } from "../wire/enums.ts"
import type { AgentFields, TaskFields } from "../events/index.ts"
import type { CriterionCheck, Proof } from "./check-record.ts"
import type { IdempotencyRecord } from "./logged-command.ts"
import type { TaskWork } from "../events/work-fields.ts"
import type { UsageCounts } from "../wire/usage/usage-kinds.ts"

/**
 * The records of the board. All are plain data and are replaced, never edited in place, since a checkpoint may be
 * writing an old one. Times are milliseconds since 1970; task numbers have no `T-`.
 */

/**
 * The right to a task. It is `held` after a claim, and `offered` to the assignee after a review requested changes. It
 * is `expired` if it ran out and nobody has claimed the task since; its holder may still finish.
 */
export interface Lease {
  readonly state: "held" | "offered" | "expired"
  readonly agent: string
  readonly session: string | null
  /** null: it never expires. */
  readonly until: number | null
  /** The length of a renewal, in ms; null if `until` is null. */
  readonly length: number | null
  readonly warned: boolean
  /** When it was claimed; null while offered. */
  readonly claimedAt: number | null
  /** The holder's last write, the claim included; null while offered. */
  readonly heardAt: number | null
  /**
   * The worker that claimed the task ends the attempt itself after the checks. Until then the texts of its command are
   * stored.
   */
  readonly finishedBy?: "worker"
  /** The number of the last comment that its holder acknowledged. Absent: there was no comment at the claim. */
  readonly heard?: number
  /**
   * Since when its command has printed nothing new; `until`: when that becomes too long; `line`: the repeated line.
   */
  readonly quiet?: { readonly since: number; readonly until: number; readonly line: string | null }
  /** Its command has written a summary, which takes precedence over the end of its output. */
  readonly hasSummed?: true
}

/** How an attempt at a task ended. The next worker reads this; a repeated request to end it gets the same answer. */
export interface AttemptEnd {
  readonly how: UnfinishedEnding | "completed"
  readonly agent: string
  readonly reason: string | null
  readonly at: number
  /** The task's epoch while the attempt lasted. */
  readonly epoch: number
  /** The task's version right after the attempt. null: it was not ended by a request that the agent may repeat. */
  readonly version: number | null
  /**
   * The number of the last comment before the attempt ended. Comments on its lines have higher numbers. A request for
   * changes and an undo keep this number, so comments that were open are open again. Absent in older checkpoints.
   */
  readonly saidBefore?: number
  /** The number of the question that it waits for. */
  readonly waitsFor?: number
  /** When the latest attempt until then began; null if unknown. Absent in older checkpoints. */
  readonly begunAt?: number | null
}

/** The number of comments at the start of an agent's latest attempt, and at the start of the attempt before. */
export interface AttemptStart {
  /** As `nameKey`. */
  readonly agent: string
  readonly latest: number
  readonly previous: number
}

/** The fields that a create or edit sets, all present in every task. Only an edit makes a new object. */
export type Fields = Readonly<Required<Omit<TaskFields, "createdBy" | "assignee">>>

/** A task record that can still be changed because it is not on the board yet. */
export type TaskDraft = { -readonly [K in keyof Task]: Task[K] }

/** A task with its fields flattened into it. */
export type FlatTask = Omit<Task, "fields"> & Fields

/** Copied by `copyTask` and `withState`, never by `...`: an untouched task has few values of its own (`untouchedTask`). */
export interface Task {
  /** The number in its id. */
  readonly n: number
  readonly createdBy: string
  readonly fields: Fields
  /** Set like the fields, and by each claim. */
  readonly assignee: string | null
  readonly status: Status
  /** Why it is blocked. */
  readonly reason: string | null
  /**
   * Who blocked it and waits for an answer; null if it is not blocked, or was blocked because no attempts were left.
   */
  readonly askedBy: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** The agent's summary of the work. */
  readonly summary: string | null
  /** Counts the changes of the record. Heartbeats and comments do not count. */
  readonly version: number
  /** Failed attempts since it was last opened. */
  readonly attempts: number
  /** Expired leases since it was last opened. */
  readonly expiries: number
  readonly backoffUntil: number | null
  /** The agent, as `nameKey`, that released it because of a limit. It is not offered the task again until then. */
  readonly restsFor: { readonly agent: string; readonly until: number } | null
  /** Raised by each claim and each revocation. A token of a lower epoch is no longer valid. */
  readonly epoch: number
  readonly lease: Lease | null
  /** The assignee before the claim, who gets the task back if the lease ends without a result. */
  readonly assigneeBefore: string | null
  /** The agent that finished the work last sent to review. It may not review that work itself. */
  readonly doneBy: string | null
  /** The end of the last attempt. */
  readonly lastEnd: AttemptEnd | null
  /**
   * The last agents that started an attempt, latest first, at most `startLimit`. An agent is missing if the task had no
   * comments at any of its starts.
   */
  readonly starts: readonly AttemptStart[] | null
  /** The number of the review that requested changes, until the work is finished again. */
  readonly changesRequested: number | null
  /** Whether the worker of this attempt has posted a reflection. */
  readonly reflected: boolean
  /** The results of its checks; null: none has run. */
  readonly proof: Proof | null
  /** The criteria that are checked off. Removed criteria lose their checks. */
  readonly checks: readonly CriterionCheck[]
  /** The seq of its newest event (`trail.ts`). */
  readonly lastEvent: number
  /** When it entered its present status. */
  readonly since: number
  /** The time in each of `openStatuses` between its last opening and `since`, in ms; null: none yet. */
  readonly spent: readonly number[] | null
  /** When the current attempt began; null: no work in progress. */
  readonly attemptAt: number | null
  /** The work in a repository, from the last attempt that reported any. */
  readonly work: TaskWork | null
}

export interface Agent extends AgentFields {
  /** Resources it uses whatever it works on. */
  readonly resources: readonly string[]
  /** What it can do. */
  readonly skills: readonly string[]
  readonly joinedAt: number
  /** While the agent is paused, it is offered no work. */
  readonly pause: Pause | null
}

export interface Pause {
  /** null: until someone ends it. */
  readonly until: number | null
  readonly by: string
  readonly at: number
  readonly reason: string | null
}

/** A shared resource with limited capacity. A resource that is neither declared nor closed has no record. */
export interface Resource {
  readonly name: string
  /** How many tasks can hold it at the same time; null: not declared, so one task. */
  readonly capacity: number | null
  readonly description: string | null
  /** While it is closed, no task that needs it can start. */
  readonly closed: Pause | null
}

/** The key of a notice. @param agent as `nameKey` */
export function noticeKey(agent: string, seq: number): string {
  return `${agent}\n${seq}`
}

/** An unread item in an agent's inbox. */
export interface Notice {
  /** Whose inbox, as `nameKey`. */
  readonly agent: string
  /** The seq of its event. An agent gets at most one notice for each event. */
  readonly seq: number
  readonly kind: NoticeKind
  readonly task: number
  readonly actor: string
  readonly at: number
  /** Its comment. */
  readonly comment: number | null
  /** The review that requests changes. */
  readonly review: number | null
}

export interface Host {
  readonly name: string
  readonly joinedAt: number
}

/** The remains of a deleted task. */
export interface Tombstone {
  readonly n: number
  /** The seq of the event that deleted it. */
  readonly lastEvent: number
}

/** A task in the trash. Its comments, reviews and reflections stay in their tables. */
export interface TrashedTask {
  readonly n: number
  /** The task as it would be restored. */
  readonly task: Task
  /** The seq of the event that deleted it. */
  readonly seq: number
  readonly at: number
  readonly by: string
  /** When it is gone for good. */
  readonly until: number
}

/** The first answer to a request with an Idempotency-Key, and the time when it was given. */
export interface StoredAnswer extends IdempotencyRecord {
  readonly at: number
}

/** The counters: the last numbers assigned. */
export interface Counters {
  readonly seq: number
  readonly at: number
  readonly task: number
  readonly comment: number
  readonly review: number
  readonly reflection: number
  readonly attachment: number
  readonly teamStarted: boolean
  /** While the whole team is paused, no agent is offered work. */
  readonly teamPause: Pause | null
  readonly token: number
  readonly import: number
  /** Whether authentication is on. */
  readonly accessRequired: boolean
  /** Whether work was reported by a version that did not record that other tasks wait for its landing. */
  readonly hasOldWork: boolean
  /** The random id of the board; null: no version with board ids has written a command yet. */
  readonly board: string | null
  /** The total usage so far, which never decreases; null: none was reported. */
  readonly usage: UsageCounts | null
}
