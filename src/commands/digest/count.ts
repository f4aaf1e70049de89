import type { OutputOf } from "../../client/contract.ts"
import { isSameName, nameKey } from "../../domain/wire/names.ts"
import type { UsageTotal } from "../../domain/wire/usage/usage-schemas.ts"
import { addTotals } from "../../domain/wire/usage/usage-words.ts"
import {
  hasFinished,
  isRunning,
  partOf,
  seenSince,
  type AttemptUsed,
  type DigestAttempt,
  type TaskInSpan,
  type TaskPast,
} from "./in-span.ts"

/** What became of a task. Each number is of tasks. */
interface DigestCounts {
  readonly created: number
  readonly done: number
  readonly landed: number
  /** Tasks with an attempt that failed, was given back, or whose claim expired. */
  readonly failed: number
  readonly givenBack: number
  readonly ranOut: number
  /** Tasks that are blocked since, with a question. */
  readonly asked: number
  /** Tasks that are blocked since, with no attempt left. */
  readonly outOfAttempts: number
  readonly inReview: number
  readonly cancelled: number
}

interface AgentDigest {
  readonly agent: string
  /** Tasks, as in the counts of all. */
  readonly done: number
  readonly failed: number
  readonly givenBack: number
  readonly ranOut: number
  /** Attempts that ended, those of them that ended so, and how long they took together, in ms. */
  readonly attempts: number
  readonly failedAttempts: number
  readonly givenBackAttempts: number
  readonly ranOutAttempts: number
  readonly ms: number
  /** What its attempts have used that told it in this time; left out where none did. */
  readonly usage?: UsageTotal
  /** The tasks that the agent is at work on. */
  readonly working: readonly string[]
}

interface TaskDigest {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly agent: string | null
  /** How the last attempt ended, or `running`. */
  readonly outcome: string | null
  readonly reason: string | null
  readonly attempts: number
  readonly ms: number
  readonly landed: boolean
  readonly usage?: UsageTotal
}

export interface Digest {
  /** ISO 8601. */
  readonly since: string
  readonly until: string
  /** The only agent whose work is counted; left out where everybody's is. */
  readonly agent?: string
  readonly counts: DigestCounts
  readonly usage?: UsageTotal
  readonly models: readonly { readonly model: string; readonly usage: UsageTotal }[]
  readonly agents: readonly AgentDigest[]
  /** The latest change first. */
  readonly tasks: readonly TaskDigest[]
  readonly now: OutputOf<"now.read">["now"]
  readonly needs: OutputOf<"needs.list">["needs"]
}

/** @param span `since` and `until` in ms since 1970 */
export function digestOf(span: {
  readonly since: number
  readonly until: number
  readonly tasks: readonly TaskPast[]
  readonly now: Digest["now"]
  readonly needs: Digest["needs"]
  readonly only: string | undefined
}): Digest {
  const { since, until, tasks, now, needs, only } = span
  const whole = tasks.map((past) => seenSince(past, since))
  const all = only === undefined ? whole : whole.flatMap((seen) => partOf(seen, only))
  const agents = agentsOf(all).filter(({ agent }) => only === undefined || isSameName(agent, only))
  return {
    ...{ since: new Date(since).toISOString(), until: new Date(until).toISOString() },
    ...(only !== undefined && { agent: only }),
    counts: countsOf(all),
    ...usedIn(all),
    models: modelsOf(all),
    agents,
    tasks: all.map(ofTask).reverse(),
    now,
    needs,
  }
}

// --- internal ---

/** How many attempts ended so: of anybody, or of this agent. */
function endedSo(
  { over, attempts, isAsked }: TaskInSpan,
  outcomes: readonly DigestAttempt["outcome"][],
  key?: string,
): number {
  return over.filter(
    (each) =>
      outcomes.includes(each.outcome) &&
      !(isAsked && each === attempts[0] && each.outcome === "released") &&
      (key === undefined || nameKey(each.agent) === key),
  ).length
}

const failed = ["failed"] as const
const givenBack = ["released", "taken_back"] as const
const ranOut = ["expired"] as const

function countsOf(all: readonly TaskInSpan[]): DigestCounts {
  const count = (is: (seen: TaskInSpan) => boolean) => all.filter(is).length
  return {
    created: count(({ isNew }) => isNew),
    done: count(({ isDone }) => isDone),
    landed: count(({ isLanded }) => isLanded),
    failed: count((seen) => endedSo(seen, failed) > 0),
    givenBack: count((seen) => endedSo(seen, givenBack) > 0),
    ranOut: count((seen) => endedSo(seen, ranOut) > 0),
    asked: count(({ isAsked }) => isAsked),
    outOfAttempts: count(({ isOut }) => isOut),
    inReview: count(({ isInReview }) => isInReview),
    cancelled: count(({ isCancelled }) => isCancelled),
  }
}

function agentsOf(all: readonly TaskInSpan[]): AgentDigest[] {
  const names = new Map(
    all.flatMap(({ over, attempts, isDone }) =>
      [...over, ...attempts.filter(isRunning), ...(isDone ? attempts.slice(0, 1) : [])].map(
        ({ agent }) => [nameKey(agent), agent] as const,
      ),
    ),
  )
  const digests = [...names].map(([key, agent]): AgentDigest => {
    const isOwn = (attempt: DigestAttempt | undefined) => nameKey(attempt?.agent ?? "") === key
    const over = all.flatMap((seen) => seen.over.filter(isOwn))
    const count = (is: (seen: TaskInSpan) => boolean) => all.filter(is).length
    const ended = (outcomes: readonly DigestAttempt["outcome"][]) => {
      const numbers = all.map((seen) => endedSo(seen, outcomes, key))
      return { tasks: numbers.filter((n) => n > 0).length, attempts: numbers.reduce((a, b) => a + b, 0) }
    }
    const [lost, returned, expired] = [ended(failed), ended(givenBack), ended(ranOut)]
    return {
      agent,
      ...usedIn(all, (used) => nameKey(used.agent) === key),
      // A task counts for who finished it last.
      done: count(({ isDone, attempts: [last] }) => isDone && isOwn(last) && hasFinished(last)),
      ...{ failed: lost.tasks, givenBack: returned.tasks, ranOut: expired.tasks },
      attempts: over.length,
      failedAttempts: lost.attempts,
      givenBackAttempts: returned.attempts,
      ranOutAttempts: expired.attempts,
      ms: timeOf(over),
      working: all.flatMap(({ task, attempts }) =>
        attempts.some((each) => isRunning(each) && isOwn(each)) ? [task.id] : [],
      ),
    }
  })
  return digests.sort((a, b) => b.done - a.done || b.ms - a.ms)
}

function ofTask(seen: TaskInSpan): TaskDigest {
  const { task, attempts, over, isLanded } = seen
  const [{ id, title, status }, last] = [task, attempts[0]]
  return {
    ...usedIn([seen]),
    ...{ id, title, status, agent: last?.agent ?? null },
    ...{ outcome: last?.outcome ?? null, reason: last?.reason ?? null },
    ...{ attempts: over.length, ms: timeOf(over), landed: isLanded },
  }
}

function usedIn(
  all: readonly TaskInSpan[],
  isMeant: (used: AttemptUsed) => boolean = () => true,
): { usage?: UsageTotal } {
  const found = all.flatMap(({ used }) => used.filter(isMeant))
  return found.length === 0 ? {} : { usage: found.reduce(addTotals, {}) }
}

function modelsOf(all: readonly TaskInSpan[]): Digest["models"] {
  const models = new Set(all.flatMap(({ used }) => used.flatMap(({ model = [] }) => model)))
  return [...models].map((name) => ({
    model: name,
    usage: usedIn(all, ({ model }) => model === name).usage ?? {},
  }))
}

function timeOf(attempts: readonly DigestAttempt[]): number {
  return attempts.reduce(
    (total, { startedAt, endedAt }) =>
      total + (endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)),
    0,
  )
}
