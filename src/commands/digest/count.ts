import type { OutputOf } from "../../client/contract.ts"
import { nameKey } from "../../domain/wire/names.ts"
import type { UsageTotal, UsageView } from "../../domain/wire/usage/usage-schemas.ts"
import { addTotals } from "../../domain/wire/usage/usage-words.ts"

type DigestedTask = OutputOf<"task.list">["tasks"][number]
type DigestAttempt = OutputOf<"task.history">["attempts"][number]

type AttemptUsed = UsageView["attempts"][number]

/** A task that changed in the time that a digest is about, with all its attempts. */
export interface TaskPast {
  readonly task: DigestedTask
  readonly attempts: readonly DigestAttempt[]
}

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
  readonly inReview: number
  readonly cancelled: number
}

interface AgentDigest {
  readonly agent: string
  readonly done: number
  readonly failed: number
  readonly givenBack: number
  readonly ranOut: number
  /** Attempts that ended, and how long they took together, in ms. */
  readonly attempts: number
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
}): Digest {
  const { since, until, tasks, now, needs } = span
  const all = tasks.map((past) => seenSince(past, since))
  return {
    ...{ since: new Date(since).toISOString(), until: new Date(until).toISOString() },
    counts: countsOf(all),
    ...usedIn(all),
    models: modelsOf(all),
    agents: agentsOf(all),
    tasks: all.map(ofTask).reverse(),
    now,
    needs,
  }
}

// --- internal ---

/** A task with what of its past falls into the time. */
interface TaskInSpan extends TaskPast {
  /** Attempts that ended in it. */
  readonly over: readonly DigestAttempt[]
  readonly used: readonly AttemptUsed[]
  readonly isNew: boolean
  readonly isDone: boolean
  readonly isLanded: boolean
  readonly isCancelled: boolean
  /** It is blocked by a question of the last attempt, which was not given back then. */
  readonly isAsked: boolean
}

function seenSince({ task, attempts }: TaskPast, since: number): TaskInSpan {
  const isIn = (time: string | null | undefined) => time != null && Date.parse(time) >= since
  const isClosed = isIn(task.finishedAt)
  const isAsked = task.status === "blocked" && task.reason !== null
  return {
    ...{ task, attempts },
    over: attempts.filter(({ endedAt }) => isIn(endedAt)),
    used: task.usage?.attempts.filter(({ at }) => isIn(at)) ?? [],
    isNew: isIn(task.createdAt),
    isDone: task.status === "done" && isClosed,
    isLanded: isIn(task.work?.landed?.at),
    isCancelled: task.status === "cancelled" && isClosed,
    isAsked: isAsked && isIn(attempts[0]?.endedAt ?? task.updatedAt),
  }
}

/** Whether an attempt ended so: of anybody, or of this agent. */
function has(
  { over, attempts, isAsked }: TaskInSpan,
  outcomes: readonly DigestAttempt["outcome"][],
  key?: string,
): boolean {
  return over.some(
    (each) =>
      outcomes.includes(each.outcome) &&
      !(isAsked && each === attempts[0] && each.outcome === "released") &&
      (key === undefined || nameKey(each.agent) === key),
  )
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
    failed: count((seen) => has(seen, failed)),
    givenBack: count((seen) => has(seen, givenBack)),
    ranOut: count((seen) => has(seen, ranOut)),
    asked: count(({ isAsked }) => isAsked),
    inReview: count(({ task }) => task.status === "review"),
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
    return {
      agent,
      ...usedIn(all, (used) => nameKey(used.agent) === key),
      // A task counts for who finished it last.
      done: count(({ isDone, attempts: [last] }) => isDone && isOwn(last) && hasFinished(last)),
      failed: count((seen) => has(seen, failed, key)),
      givenBack: count((seen) => has(seen, givenBack, key)),
      ranOut: count((seen) => has(seen, ranOut, key)),
      attempts: over.length,
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

const hasFinished = (attempt: DigestAttempt | undefined) =>
  attempt?.outcome === "done" || attempt?.outcome === "review"

const isRunning = ({ endedAt }: DigestAttempt) => endedAt === null

function timeOf(attempts: readonly DigestAttempt[]): number {
  return attempts.reduce(
    (total, { startedAt, endedAt }) =>
      total + (endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)),
    0,
  )
}
