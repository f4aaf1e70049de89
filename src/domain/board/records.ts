import type { Decision, NoticeKind, Status } from "../wire/enums.ts"
import type { AgentFields, TaskFields } from "./events.ts"
import type { IdempotencyRecord } from "./logged-command.ts"

/**
 * The records that the board holds. All are plain data and are replaced, never edited in place: a checkpoint
 * may be writing an old one. Times are milliseconds since 1970, numbers of tasks stand without their `T-`.
 */

/**
 * The right to a task. `held` by a claim; `offered` to the assignee after a review asked for changes;
 * `expired` when it ran out and nobody has taken the task since, so that its holder may still finish.
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
}

/** A criterion of done that somebody says is met. */
export interface CriterionCheck {
  /** Its text, as in `done_criteria`. */
  readonly criterion: string
  readonly by: string
  readonly at: number
  readonly evidence: string | null
}

/** How an agent ended its attempt at a task, so that it may say so twice. */
export interface AttemptEnd {
  readonly how: "completed" | "released"
  readonly agent: string
  /** Of the task, while the attempt lasted. */
  readonly epoch: number
  /** Of the task, right after it. */
  readonly version: number
}

export interface Task extends TaskFields {
  /** The number in its id. */
  readonly n: number
  readonly status: Status
  /** Why it is blocked. */
  readonly reason: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** What was done, in the words of who did it. */
  readonly summary: string | null
  /** Changes of the record; heartbeats and comments do not count. */
  readonly version: number
  /** Failed attempts since it was last opened. */
  readonly attempts: number
  readonly backoffUntil: number | null
  /** Raised by each claim and each revocation; a token of a lower one is dead. */
  readonly epoch: number
  readonly lease: Lease | null
  /** Whose it was before the claim, and will be when the lease ends without a result. */
  readonly assigneeBefore: string | null
  /** Who finished the work that is in review, or was; they do not judge it. */
  readonly doneBy: string | null
  /** The last attempt that its agent ended itself. */
  readonly lastEnd: AttemptEnd | null
  /** A reflection was posted on this attempt by who does the work. */
  readonly reflected: boolean
  /** Of criteria that it still has. */
  readonly checks: readonly CriterionCheck[]
  /** The number of the newest event of its past (`trail.ts`). */
  readonly lastEvent: number
  /** When it came into the status it is in. */
  readonly since: number
  /** ms it has been in each of `openStatuses` since it was last opened, up to `since`; null where that is none yet. */
  readonly spent: readonly number[] | null
}

export interface Agent extends AgentFields {
  readonly joinedAt: number
  /** While it is paused, it is offered nothing. */
  readonly pause: Pause | null
}

export interface Pause {
  /** null: until somebody ends it. */
  readonly until: number | null
  readonly by: string
  readonly at: number
  readonly reason: string | null
}

/** The key of a notice. @param agent as `nameKey` */
export function noticeKey(agent: string, seq: number): string {
  return `${agent}\n${seq}`
}

/** Something in an agent's inbox that it has not read. */
export interface Notice {
  /** Whose inbox, as `nameKey`. */
  readonly agent: string
  /** The event it is about: at most one notice of an event to an agent. */
  readonly seq: number
  readonly kind: NoticeKind
  readonly task: number
  readonly actor: string
  readonly at: number
  /** The comment that mentions the agent. */
  readonly comment: number | null
}

export interface Host {
  readonly name: string
  readonly joinedAt: number
}

export interface Comment {
  readonly n: number
  readonly task: number
  readonly author: string
  readonly content: string
  readonly createdAt: number
}

export interface Review {
  readonly n: number
  readonly task: number
  readonly reviewer: string
  readonly decision: Decision
  readonly comment: string | null
  readonly createdAt: number
}

export interface Reflection {
  readonly n: number
  readonly task: number
  readonly agent: string
  readonly content: string
  readonly createdAt: number
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
  readonly teamStarted: boolean
  /** While the whole team is paused, nobody is offered anything. */
  readonly teamPause: Pause | null
}
