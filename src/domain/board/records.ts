import type { UnfinishedEnding, NoticeKind, Status } from "../wire/enums.ts"
import type { AgentFields, TaskFields } from "../events/index.ts"
import type { CriterionCheck, Proof } from "./check-record.ts"
import type { IdempotencyRecord } from "./logged-command.ts"
import type { TaskWork } from "../events/work-fields.ts"
import type { UsageCounts } from "../wire/usage/usage-kinds.ts"

/**
 * The records that the board holds. All are plain data and are replaced, never edited in place: a checkpoint
 * may be writing an old one. Times are milliseconds since 1970, numbers of tasks stand without their `T-`.
 */

/**
 * The right to a task. It is `held` after a claim. It is `offered` to the assignee after a review asked for changes.
 * It is `expired` when it ran out and the task was not taken since; its holder may then still finish.
 */
export interface Lease {
  readonly state: "held" | "offered" | "expired"
  readonly agent: string
  readonly session: string | null
  /** null: it does not run out. */
  readonly until: number | null
  /** What a renewal adds to the time of renewal, in ms; null with `until`. */
  readonly length: number | null
  readonly warned: boolean
  /** When it was claimed; null while it is offered. */
  readonly claimedAt: number | null
  /** When its holder wrote last, the claim included; null while it is offered. */
  readonly heardAt: number | null
  /** The worker that claimed it ends the attempt itself, after the checks: what its command says is kept until then. */
  readonly finishedBy?: "worker"
  /** The number of the last comment that its holder has heard of. Absent: there was none when it was claimed. */
  readonly heard?: number
  /** Its command has printed nothing new since; `until`: from then on that is too long; `line`: what it printed again. */
  readonly quiet?: { readonly since: number; readonly until: number; readonly line: string | null }
  /** Its command has said what was done, which counts more than the end of its output. */
  readonly hasSummed?: true
}

/** How an attempt at a task ended. The next worker reads it, and a repeated request to end it gets the same answer. */
export interface AttemptEnd {
  readonly how: UnfinishedEnding | "completed"
  readonly agent: string
  readonly reason: string | null
  readonly at: number
  /** The task's epoch while the attempt lasted. */
  readonly epoch: number
  /** The task's version right after the attempt. null: the agent did not end it by a request that it may repeat. */
  readonly version: number | null
  /**
   * The number of the last comment before the attempt ended: what is said of its lines comes after it. A request for
   * changes and an undo leave it as it was, so that the lines that were open are open again. Older checkpoints have none.
   */
  readonly saidBefore?: number
  /** The number of the question whose answer it waits for. */
  readonly waitsFor?: number
  /** When the latest attempt until then had begun; null where that is not known. Older checkpoints have none. */
  readonly begunAt?: number | null
}

/** How many comments a task had when an agent began its latest attempt at it, and when it began the one before. */
export interface AttemptStart {
  /** As `nameKey`. */
  readonly agent: string
  readonly latest: number
  readonly previous: number
}

/** What is set when a task is created and edited later, each of it in every task. Only an edit makes a new one. */
export type Fields = Readonly<Required<Omit<TaskFields, "createdBy" | "assignee">>>

/** A task record that may still be changed: it is not on the board yet. */
export type TaskDraft = { -readonly [K in keyof Task]: Task[K] }

/** A task with its fields beside the rest. */
export type FlatTask = Omit<Task, "fields"> & Fields

export interface Task {
  /** The number in its id. */
  readonly n: number
  readonly createdBy: string
  readonly fields: Fields
  /** Set as the fields are, and by each claim. */
  readonly assignee: string | null
  readonly status: Status
  /** Why it is blocked. */
  readonly reason: string | null
  /** Who blocked it, and so waits for an answer; null where it is not blocked, or no attempt was left. */
  readonly askedBy: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** What was done, in the words of the agent that did it. */
  readonly summary: string | null
  /** Counts the changes of the record. Heartbeats and comments do not count. */
  readonly version: number
  /** Attempts that were given up as failed, since it was last opened. */
  readonly attempts: number
  /** Leases that ran out since it was last opened. */
  readonly expiries: number
  readonly backoffUntil: number | null
  /** The agent that gave it back because of a limit, as `nameKey`: it is not offered the task again until then. */
  readonly restsFor: { readonly agent: string; readonly until: number } | null
  /** Raised by each claim and each revocation. A token of a lower epoch is no longer valid. */
  readonly epoch: number
  readonly lease: Lease | null
  /** The assignee before the claim, who gets the task back when the lease ends without a result. */
  readonly assigneeBefore: string | null
  /** The agent that finished the work last sent to review. It may not review that work itself. */
  readonly doneBy: string | null
  /** The end of the last attempt. */
  readonly lastEnd: AttemptEnd | null
  /**
   * By the agents that began an attempt last, latest first, at most `startLimit` of them. An agent is missing as long
   * as the task had no comments at its starts.
   */
  readonly starts: readonly AttemptStart[] | null
  /** The number of the review that asked for changes, until the work is finished anew. */
  readonly changesRequested: number | null
  /** Whether the one who does the work has posted a reflection on this attempt. */
  readonly reflected: boolean
  /** What its checks came to; null: none was run. */
  readonly proof: Proof | null
  /** The criteria that are checked off. Checks of criteria that were removed are not kept. */
  readonly checks: readonly CriterionCheck[]
  /** The seq of the newest event in its past (`trail.ts`). */
  readonly lastEvent: number
  /** When it came into its present status. */
  readonly since: number
  /** How long it was in each of `openStatuses` from its last opening up to `since`, in ms; null: not at all yet. */
  readonly spent: readonly number[] | null
  /** When the attempt that is under way began; null: there is no work in progress. */
  readonly attemptAt: number | null
  /** What the last attempt that said so has left in a repository. */
  readonly work: TaskWork | null
}

export interface Agent extends AgentFields {
  /** Names of what it draws on, whatever it works on. */
  readonly resources: readonly string[]
  /** What it can do. */
  readonly skills: readonly string[]
  readonly joinedAt: number
  /** While the agent is paused, it is offered nothing. */
  readonly pause: Pause | null
}

export interface Pause {
  /** null: until somebody ends it. */
  readonly until: number | null
  readonly by: string
  readonly at: number
  readonly reason: string | null
}

/** What only so many may use at once. One that is neither declared nor closed has no record. */
export interface Resource {
  readonly name: string
  /** How many tasks may hold it at the same time; null: it was not declared, so it has room for one. */
  readonly capacity: number | null
  readonly description: string | null
  /** While it is closed, nobody begins what needs it. */
  readonly closed: Pause | null
}

/** The key of a notice. @param agent as `nameKey` */
export function noticeKey(agent: string, seq: number): string {
  return `${agent}\n${seq}`
}

/** Something in an agent's inbox that it has not read. */
export interface Notice {
  /** Whose inbox, as `nameKey`. */
  readonly agent: string
  /** The seq of the event it is about. An agent gets at most one notice of an event. */
  readonly seq: number
  readonly kind: NoticeKind
  readonly task: number
  readonly actor: string
  readonly at: number
  /** The comment that it is about. */
  readonly comment: number | null
  /** The review that asks for changes. */
  readonly review: number | null
}

export interface Host {
  readonly name: string
  readonly joinedAt: number
}

/** What is left of a task that was deleted. */
export interface Tombstone {
  readonly n: number
  /** The seq of the event that deleted it. */
  readonly lastEvent: number
}

/** A task in the trash. What was said of it stays in the tables of comments, reviews and reflections meanwhile. */
export interface TrashedTask {
  readonly n: number
  /** As it comes back. */
  readonly task: Task
  /** The seq of the event that deleted it. */
  readonly seq: number
  readonly at: number
  readonly by: string
  /** From then on it is gone. */
  readonly until: number
}

/** The first answer to a request with an Idempotency-Key, and when it was given. */
export interface StoredAnswer extends IdempotencyRecord {
  readonly at: number
}

/** Where the counters stand: the last numbers given out. */
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
  /** Whether the board asks who is there. */
  readonly accessRequired: boolean
  /** Whether work was reported before it was kept that others wait for its landing. */
  readonly hasOldWork: boolean
  /** The random id of the board; null: no command of a version with ids was written yet. */
  readonly board: string | null
  /** All that was ever used, which never falls; null: nothing was told. */
  readonly usage: UsageCounts | null
}
