import { createPlaceSet } from "../../collections/place-set.ts"
import type { StuckReason } from "../../wire/enums.ts"
import { createGradual, type Gradual, type NumberedTasks } from "../tasks/gradual.ts"
import { isClosed } from "../tasks/is-closed.ts"
import type { Task } from "../records.ts"
import type { Unable } from "./unable.ts"

/** A blocked task is stuck after this long without a change or a comment. */
const silenceMs = 24 * 3_600_000

/** An open task that has failed or run out this often needs a person, even if it may be tried again. */
const manyAttempts = 2

/** Tasks that can be found by the time from which a condition applies to them. */
export interface TimedTasks {
  count(now: number): number
  /** Their numbers, in no order. */
  numbers(now: number): number[]
  has(n: number, now: number): boolean
}

/**
 * The tasks whose work has come to a stop. Each is stored with the time from which that applies, so nothing needs to be
 * done as time passes. The index is built when it is first needed, like the task index, and kept up to date from then
 * on.
 */
export interface Attention {
  /** Stuck, for one of the reasons that `stuckFor` gives. */
  readonly stuck: TimedTasks
  /**
   * Tasks that are stuck, blocked, failed several times or in a review without a named reviewer: any person may look at
   * them.
   */
  readonly anyone: TimedTasks
  readonly gradual: Gradual
  /** Why a task is stuck; empty where it is not. */
  stuckFor(task: Task, now: number): StuckReason[]
  /**
   * When a blocked task counts as silent unless it is changed or commented on before; undefined for any other task.
   */
  silentAt(task: Task): number | undefined
  /** A task was changed, or somebody has commented on it. */
  changed(n: number): void
  /** For comparing two boards. */
  dump(): unknown
}

/** When the last comment on a task was posted, in ms since 1970; undefined if it has no comments. */
type LastComment = (n: number) => number | undefined

/** @param unable the ready tasks that no agent can do; they are stuck as long as that is true */
export function createAttention(tasks: NumberedTasks, lastComment: LastComment, unable: Unable): Attention {
  let made: Kept | undefined

  function keep(): Kept {
    made ??= begin()
    made.gradual.complete()
    return made
  }

  function begin(): Kept {
    const kept = { stuck: createStartTimes(), anyone: createStartTimes() }
    return { ...kept, gradual: createGradual(tasks, (task) => place(kept, task.n, task)) }
  }

  function place(made: Pick<Kept, "stuck" | "anyone">, n: number, task: Task | undefined): void {
    const open = task && !isClosed(task) ? task : undefined
    const stuckAt = open && earliest(startsOf(open, lastComment))
    made.stuck.set(n, stuckAt)
    made.anyone.set(n, open && isForAnyone(open) ? 0 : stuckAt)
  }

  return {
    get stuck() {
      return withUnable(keep().stuck, unable, tasks)
    },
    get anyone() {
      return withUnable(keep().anyone, unable, tasks)
    },
    get gradual() {
      return (made ??= begin()).gradual
    },
    stuckFor(task, now) {
      if (isClosed(task)) return []
      const reasons = startsOf(task, lastComment).flatMap(([reason, start]) => (start <= now ? [reason] : []))
      return unable.has(task) ? [...reasons, "no_one_can"] : reasons
    },
    silentAt: (task) => silentFrom(task, lastComment),
    changed(n) {
      if (made?.gradual.holds(n)) place(made, n, tasks.get(n))
    },
    dump: () => [keep().stuck.dump(), keep().anyone.dump()],
  }
}

/** Any person may look at it, whether or not it is stuck. */
export function isForAnyone({ status, attempts, expiries, fields: { reviewer } }: Task): boolean {
  if (status === "review") return reviewer === null
  return status === "blocked" || attempts + expiries >= manyAttempts
}

// --- internal ---

/** Each task under a single time: the time from which the condition applies. */
interface StartTimes extends TimedTasks {
  /** @param at undefined: never */
  set(n: number, at: number | undefined): void
  dump(): unknown
}

interface Kept {
  readonly stuck: StartTimes
  readonly anyone: StartTimes
  readonly gradual: Gradual
}

function createStartTimes(): StartTimes {
  const order = createPlaceSet()
  // A task to which the condition no longer applies keeps its entry, as Infinity, because adding and removing entries
  // makes a Map slow.
  const times = new Map<number, number>()
  const after = (now: number) => ({ key: now, n: Infinity })
  return {
    set(n, at = Infinity) {
      const before = times.get(n) ?? Infinity
      if (before === at) return
      if (before !== Infinity) order.delete(before, n)
      times.set(n, at)
      if (at !== Infinity) order.add(at, n)
    },
    count: (now) => order.size - order.countFrom(after(now)),
    numbers: (now) => Array.from(order.reversed(after(now)), ({ n }) => n),
    has: (n, now) => (times.get(n) ?? Infinity) <= now,
    dump: () => [...order.values()],
  }
}

/** The tasks in `times`, and those that nobody can do. */
function withUnable(times: TimedTasks, unable: Unable, tasks: NumberedTasks): TimedTasks {
  if (unable.size === 0) return times
  const others = (now: number) => unable.numbers().filter((n) => !times.has(n, now))
  return {
    count: (now) => times.count(now) + others(now).length,
    numbers: (now) => [...times.numbers(now), ...others(now)],
    has(n, now) {
      const task = tasks.get(n)
      return times.has(n, now) || (task !== undefined && unable.has(task))
    },
  }
}

/** The reasons for which an open task is or will be stuck, each with the time from which it applies. */
function startsOf(task: Task, lastComment: LastComment): [StuckReason, number][] {
  const {
    status,
    lease,
    fields: { dueAt },
  } = task
  const starts: [StuckReason, number][] = []
  if (lease?.state === "expired") starts.push(["lease_expired", 0])
  if (lease?.quiet && lease.state === "held") starts.push(["quiet", lease.quiet.until])
  const last = status === "blocked" ? lastStraw(task) : undefined
  if (last !== undefined) starts.push([last, 0])
  const silent = silentFrom(task, lastComment)
  if (silent !== undefined) starts.push(["silent", silent])
  // As in the filter `overdue`: a task that is due at this very moment is still in time.
  if (dueAt !== null) starts.push(["overdue", dueAt + 1])
  return starts
}

/** Why the end of its last attempt has itself blocked a task; undefined if the task was blocked in another way. */
function lastStraw({ lastEnd, since, attempts, expiries }: Task): StuckReason | undefined {
  if (lastEnd?.at !== since) return undefined
  // Before expiries existed, the log counted expired leases as failed attempts.
  if (lastEnd.how === "expired" && expiries > 0) return "expired_too_often"
  return attempts > 0 && (lastEnd.how === "failed" || lastEnd.how === "expired")
    ? "no_attempts_left"
    : undefined
}

function silentFrom({ n, status, updatedAt }: Task, lastComment: LastComment): number | undefined {
  return status === "blocked" ? Math.max(updatedAt, lastComment(n) ?? 0) + silenceMs : undefined
}

function earliest(starts: readonly [StuckReason, number][]): number | undefined {
  return starts.length === 0 ? undefined : Math.min(...starts.map(([, start]) => start))
}
