import type { OutputOf } from "../../client/contract.ts"
import { isSameName } from "../../domain/wire/names.ts"
import type { UsageView } from "../../domain/wire/usage/usage-schemas.ts"

export type DigestedTask = OutputOf<"task.list">["tasks"][number]
export type DigestAttempt = OutputOf<"task.history">["attempts"][number]
export type AttemptUsed = UsageView["attempts"][number]

/** A task that changed in the time that a digest is about, with all its attempts. */
export interface TaskPast {
  readonly task: DigestedTask
  /** The newest first; of earlier ones, only those that ended in that time are needed. */
  readonly attempts: readonly DigestAttempt[]
}

/** A task with what of its past falls into the time. */
export interface TaskInSpan extends TaskPast {
  /** Attempts that ended in it. */
  readonly over: readonly DigestAttempt[]
  readonly used: readonly AttemptUsed[]
  readonly isNew: boolean
  readonly isDone: boolean
  readonly isLanded: boolean
  readonly isCancelled: boolean
  readonly isInReview: boolean
  /** It is blocked by a question of the last attempt, which was not given back then. */
  readonly isAsked: boolean
  /** It is blocked because its last allowed attempt failed or expired. */
  readonly isOut: boolean
}

export function seenSince({ task, attempts }: TaskPast, since: number): TaskInSpan {
  const isIn = (time: string | null | undefined) => time != null && Date.parse(time) >= since
  const isClosed = isIn(task.finishedAt)
  const isBlocked = task.status === "blocked" && isIn(attempts[0]?.endedAt ?? task.updatedAt)
  const isOut = isBlocked && (task.stuck ?? []).some((why) => outOfAttempts.includes(why))
  return {
    ...{ task, attempts },
    over: attempts.filter(({ endedAt }) => isIn(endedAt)),
    used: task.usage?.attempts.filter(({ at }) => isIn(at)) ?? [],
    isNew: isIn(task.createdAt),
    isDone: task.status === "done" && isClosed,
    isLanded: isIn(task.work?.landed?.at),
    isCancelled: task.status === "cancelled" && isClosed,
    isInReview: task.status === "review",
    isAsked: isBlocked && !isOut && task.reason !== null,
    isOut,
  }
}

/** What of it is one agent's: what it did, and what became of a task that it was the last to try. */
export function partOf(seen: TaskInSpan, agent: string): TaskInSpan[] {
  const { task, attempts, over, used } = seen
  const isOwn = (each: { readonly agent: string } | undefined) => isSameName(each?.agent ?? null, agent)
  const isLast = isOwn(attempts[0])
  const part = {
    ...seen,
    over: over.filter(isOwn),
    used: used.filter(isOwn),
    isNew: seen.isNew && isSameName(task.createdBy, agent),
    isDone: seen.isDone && isLast && hasFinished(attempts[0]),
    isLanded: seen.isLanded && isLast,
    isCancelled: seen.isCancelled && isLast,
    isInReview: seen.isInReview && isLast,
    isAsked: seen.isAsked && isLast,
    isOut: seen.isOut && isLast,
  }
  const { isNew, isDone, isLanded, isCancelled, isInReview, isAsked, isOut } = part
  const isConcerned =
    [isNew, isDone, isLanded, isCancelled, isInReview, isAsked, isOut].includes(true) ||
    part.over.length + part.used.length > 0 ||
    attempts.some((each) => isRunning(each) && isOwn(each))
  return isConcerned ? [part] : []
}

export const hasFinished = (attempt: DigestAttempt | undefined): boolean =>
  attempt?.outcome === "done" || attempt?.outcome === "review"

export const isRunning = ({ endedAt }: DigestAttempt): boolean => endedAt === null

// --- internal ---

const outOfAttempts: readonly string[] = ["no_attempts_left", "expired_too_often"]
