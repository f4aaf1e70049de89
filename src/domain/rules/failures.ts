import type { Board } from "../board/board.ts"
import type { Fields, Task } from "../board/records.ts"
import type { BoardPolicy } from "../context.ts"
import { canonicalName } from "../board/find.ts"
import { isSameName, nameKey } from "../wire/names.ts"
import { missingSkills } from "./resources.ts"

/** What the rules for failed attempts need in addition to the task. */
export interface FailureSettings {
  readonly now: number
  readonly policy: FailurePolicy
}

export type FailurePolicy = Pick<BoardPolicy, "maxAttempts" | "maxExpiries" | "escalation">

export const needsAttention = "needs attention"

/**
 * The consequences for a task after a failed attempt. It returns to `todo` after a rest, and to the next agent if the
 * task has an escalation; after the last allowed attempt it is blocked until a person looks at it.
 * @param agent who has failed
 */
export function afterFailure(board: Board, task: Task, agent: string, settings: FailureSettings) {
  const { now, policy } = settings
  const attempts = task.attempts + 1
  const rungs = escalationOf(task.fields, policy)
  const fit = rungs.slice(attempts).filter((name) => missingSkills(board, task, name).length === 0)
  const next = nextRung(board, fit, agent, now)
  const isLast = rungs.length > 0 ? next === undefined : attempts >= policy.maxAttempts
  if (isLast) return { attempts, to: "blocked", backoffUntil: null } as const
  const backoffUntil = now + restAfter(attempts + task.expiries)
  return { attempts, to: "todo", backoffUntil, ...(next !== undefined && { assignee: next }) } as const
}

/**
 * Like `afterFailure`, for a lease that ran out. An agent that went away says nothing about the task, so expiries are
 * counted separately.
 */
export function afterExpiry(task: Task, { now, policy }: FailureSettings) {
  const expiries = task.expiries + 1
  if (expiries < policy.maxExpiries) {
    const backoffUntil = now + restAfter(task.attempts + expiries)
    return { expiries, to: "todo", backoffUntil, reason: null } as const
  }
  const times = expiries === 1 ? "its claim expired" : `its claim expired ${expiries} times`
  return { expiries, to: "blocked", backoffUntil: null, reason: `${needsAttention}: ${times}` } as const
}

/**
 * Whether this agent was the last to work on the task and has given it back or reassigned it by hand: nobody has
 * claimed it since, and it is not finished.
 */
export function hasGivenUp({ status, lease, lastEnd }: Task, agent: string): boolean {
  const isFree = status === "todo" || (status === "doing" && lease === null)
  return isFree && lastEnd !== null && lastEnd.how !== "completed" && isSameName(lastEnd.agent, agent)
}

/**
 * The agent whose failed attempt assigned the task to its current assignee, by escalation; undefined if there was none,
 * or if the assignee was changed since.
 */
export function escalatedFrom({ lastEnd, version, assignee }: Task): string | undefined {
  if (lastEnd?.how !== "failed" || lastEnd.version !== version || assignee === null) return undefined
  // Any assignee may fail at the task; only an escalation assigns it to another agent.
  return isSameName(lastEnd.agent, assignee) ? undefined : lastEnd.agent
}

/** The task's own escalation takes precedence over its project's. */
export function escalationOf(
  { escalation, project }: Pick<Fields, "escalation" | "project">,
  policy: Pick<FailurePolicy, "escalation">,
): readonly string[] {
  if (escalation.length > 0) return escalation
  return Object.hasOwn(policy.escalation, project) ? (policy.escalation[project] ?? []) : []
}

// --- internal ---

const minute = 60_000
const day = 24 * 60 * minute

/** The first of these agents to whom the task may be given. The agent that has just failed is skipped once. */
function nextRung(board: Board, rungs: readonly string[], failed: string, now: number): string | undefined {
  const own = rungs.findIndex((name) => isSameName(name, failed))
  const next = rungs.find((name, i) => i !== own && isThere(board, name, now))
  return next === undefined ? undefined : canonicalName(board, next)
}

/** Whether the board knows this agent, and no pause keeps it away for more than a day. */
function isThere(board: Board, name: string, now: number): boolean {
  const agent = board.agents.get(nameKey(name))
  if (!agent) return false
  const { pause } = agent
  return pause === null || (pause.until !== null && pause.until <= now + day)
}

/** How long a task rests, in ms. @param ends how many of its attempts failed or expired */
function restAfter(ends: number): number {
  return Math.min(30_000 * 2 ** (ends - 1), 60 * minute)
}
