import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../events/index.ts"
import { isSameName, nameKey, numberOf } from "../wire/names.ts"
import type { AttemptEnd, AttemptStart, Task, TaskDraft } from "../board/records.ts"
import { endUsage } from "./usage.ts"

/** A task remembers when the attempts of this many agents started. Any other agent is shown all comments. */
export const startLimit = 16

/** An event that changes a task, with the task before it and after it. */
interface TaskChange {
  readonly before: Task
  readonly after: TaskDraft
  readonly event: BoardEvent
  readonly meta: EventMeta
}

/**
 * Records the hand-over for the next worker (`read-models/handoff.ts`): how the last attempt ended, the requested
 * changes, and the number of comments when each agent started. Also records the start of the current attempt.
 */
export function followAttempts(board: Board, change: TaskChange): void {
  const { before, after, event } = change
  const end = endOf(change, board.counters.comment)
  if (end !== undefined) {
    after.lastEnd = end
    endUsage(board, after.n, change.meta.at)
  } else if (event.type === "task.moved" || (before.status === "blocked" && after.status !== "blocked"))
    after.lastEnd = awaitingNothing(after.lastEnd)
  if (isFinish(event)) after.changesRequested = null
  const worker = workerOf(after)
  if (worker === undefined) after.attemptAt = null
  else if (!isSameName(worker, workerOf(before) ?? null)) {
    after.attemptAt = change.meta.at
    after.starts = withStart(after.starts, worker, board.commentsOf.of(after.n).length)
  }
}

/** Who is working on a task. After a review that requested changes, nobody is working on it until the next claim. */
export function workerOf({ status, assignee, lease }: Task): string | undefined {
  return status === "doing" && lease?.state !== "offered" ? (assignee ?? undefined) : undefined
}

/** Whether it finishes work, or sends it to review. */
export function isFinish(event: BoardEvent): boolean {
  if (event.type === "task.moved") return event.to === "review" || event.to === "done"
  return event.type === "task.completed"
}

// --- internal ---

/** How the event ended an attempt; undefined if it did not end one, null if the agent is unknown. */
function endOf(
  { before, after, event, meta }: TaskChange,
  lastComment: number,
): AttemptEnd | null | undefined {
  const { epoch, lease } = before
  const ended = (how: AttemptEnd["how"], agent: string, reason: string | null): AttemptEnd => {
    const isSaid = event.type === "task.completed" || event.type === "task.released"
    const keepsSaid = event.type === "task.reviewed" || event.type === "task.put_back"
    const saidBefore = keepsSaid ? (before.lastEnd?.saidBefore ?? 0) : lastComment
    const begunAt = before.attemptAt ?? before.lastEnd?.begunAt ?? null
    const version = isSaid ? after.version : null
    return { how, agent, reason, at: meta.at, epoch, version, saidBefore, begunAt }
  }
  switch (event.type) {
    case "task.completed":
      return ended("completed", event.agent, null)
    case "task.released":
      return {
        ...ended(event.failed ? "failed" : "released", event.agent, event.reason),
        ...(event.waitsFor !== undefined && { waitsFor: numberOf(event.waitsFor) }),
      }
    case "task.reviewed": {
      if (event.decision === "approve") return undefined
      const agent = before.doneBy ?? before.assignee
      if (agent === null) return null
      const { after: failed } = event
      if (failed) return ended("failed", agent, failed.reason)
      // An undo shows the work again, as that attempt has proven it.
      const attempt = before.lastEnd?.how === "completed" ? before.lastEnd.epoch : epoch
      return { ...ended("changes_requested", agent, null), epoch: attempt }
    }
    case "lease.expired":
      return lease?.state === "held" ? ended("expired", event.agent, event.reason) : undefined
    case "task.moved":
    case "task.put_back":
    case "task.deleted":
    case "task.edited": {
      const worker = workerOf(before)
      if (worker === undefined || isSameName(worker, workerOf(after) ?? null)) return undefined
      if (isFinish(event)) return ended("completed", worker, null)
      const reason = event.type === "task.moved" ? event.reason : null
      return ended(isSameName(worker, meta.actor) ? "released" : "revoked", worker, reason)
    }
    default:
      return undefined
  }
}

/** An agent that moved the task, or blocked it for another reason, no longer waits for the answer to its question. */
function awaitingNothing(end: AttemptEnd | null): AttemptEnd | null {
  if (end?.waitsFor === undefined) return end
  const { waitsFor: _, ...rest } = end
  return rest
}

/** An agent that is missing started all its known attempts before the first comment. */
function withStart(
  starts: readonly AttemptStart[] | null,
  agent: string,
  comments: number,
): readonly AttemptStart[] | null {
  if (comments === 0) return starts
  const key = nameKey(agent)
  const previous = starts?.find((start) => start.agent === key)?.latest ?? 0
  const others = starts?.filter((start) => start.agent !== key) ?? []
  return [{ agent: key, latest: comments, previous }, ...others].slice(0, startLimit)
}
