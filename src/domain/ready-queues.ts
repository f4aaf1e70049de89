import { createKeyedSets } from "./keyed-sets.ts"
import { nameKey, numberOf } from "./names.ts"
import { priorities, type Task } from "./records.ts"
import type { SortedSet } from "./sorted-set.ts"
import { createTimers } from "./timers.ts"

/**
 * Which tasks are ready (DESIGN 3.3), in the order they are handed out: priority, then number. Kept up by each
 * change, so that finding the next one costs the same on a board of any size.
 */
export interface ReadyQueues {
  has(n: number): boolean
  /** Ready tasks in `todo` of one assignee (`null`: of nobody), of one project where named. */
  todo(assignee: string | null, project?: string): SortedSet<number> | undefined
  /** Ready tasks in `doing` of one agent. With a session: those that this session may see; else all. */
  doing(agent: string, session?: string): readonly (SortedSet<number> | undefined)[]
  /** Counts up whenever a task becomes ready for somebody: what waiting requests watch. */
  readonly arrivals: number
  /** Numbers of all ready tasks, in no order. */
  ready(): IterableIterator<number>
  changed(before: Task | undefined, after: Task | undefined): void
  /** Tells that time has passed. Not undone with a batch: it follows from the clock alone. */
  advance(now: number): void
  /** When the next task becomes ready by time alone. */
  nextWake(): number | undefined
  /** Who waits for this task, as numbers. */
  dependents(n: number): readonly number[]
  /** Keys and members of the queues, for comparing two boards. */
  dump(): unknown
}

/** One number that sorts by priority, then by task number. Exact below 2^53: numbers have 48 bits. */
export function rankOf(task: Task): number {
  return priorities.indexOf(task.priority) * rankStep + task.n
}

export function numberInRank(rank: number): number {
  return rank % rankStep
}

const rankStep = 2 ** 48

export function isClosed(task: Task | undefined): boolean {
  return task === undefined || task.status === "done" || task.status === "cancelled"
}

export function createReadyQueues(find: (n: number) => Task | undefined): ReadyQueues {
  const queues = createKeyedSets()
  const ready = new Set<number>()
  const sleepers = createTimers()
  const waiting = new Map<number, Set<number>>()
  let now = 0
  let arrivals = 0

  function isReady(task: Task): boolean {
    if (task.status !== "todo" && task.status !== "doing") return false
    if (wakeAt(task) > now) return false
    return task.blockedBy.every((id) => isClosed(find(numberOf(id))))
  }

  function refresh(before: Task | undefined, after: Task | undefined): void {
    const n = (after ?? before)?.n
    if (n === undefined) return
    const from = before && ready.has(n) ? queueKeys(before) : []
    const to = after && isReady(after) ? queueKeys(after) : []
    const [rankBefore, rankAfter] = [before ? rankOf(before) : 0, after ? rankOf(after) : 0]
    const isSameRank = rankBefore === rankAfter
    for (const key of from) if (!isSameRank || !to.includes(key)) queues.delete(key, rankBefore)
    for (const key of to) if (!isSameRank || !from.includes(key)) queues.add(key, rankAfter)
    if (to.length > 0) ready.add(n)
    else ready.delete(n)
    // What was just claimed is nobody else's chance: to hand it to who waits under the same name would take it over.
    const isNew = to.some((key) => !from.includes(key)) || before?.tags !== after?.tags
    if (to.length > 0 && isNew && after?.lease?.state !== "held") arrivals++
  }

  function link(task: Task, isLinked: boolean): void {
    for (const id of task.blockedBy) {
      const blocker = numberOf(id)
      const set = waiting.get(blocker) ?? new Set()
      if (isLinked) waiting.set(blocker, set.add(task.n))
      else if (set.delete(task.n) && set.size === 0) waiting.delete(blocker)
    }
  }

  return {
    has: (n) => ready.has(n),
    todo: (assignee, project) => queues.get(todoKey(assignee, project)),
    doing(agent, session) {
      if (session === undefined) return [queues.get(doingKey(agent))]
      return [queues.get(doingKey(agent, "")), queues.get(doingKey(agent, session))]
    },
    get arrivals() {
      return arrivals
    },
    ready: () => ready.values(),
    changed(before, after) {
      if (before?.blockedBy !== after?.blockedBy) {
        if (before) link(before, false)
        if (after) link(after, true)
      }
      const n = (after ?? before)?.n ?? 0
      sleepers.set(n, sleep(before, now), sleep(after, now))
      refresh(before, after)
      if (isClosed(before) === isClosed(after)) return
      for (const dependent of waiting.get(n) ?? []) {
        const task = find(dependent)
        refresh(task, task)
      }
    },
    advance(to) {
      if (to <= now) return
      now = to
      for (let due = sleepers.soonest(); due && due.at <= now; due = sleepers.soonest()) {
        sleepers.set(due.n, due.at, undefined)
        const task = find(due.n)
        refresh(task, task)
      }
    },
    nextWake: () => sleepers.soonest()?.at,
    dependents: (n) => [...(waiting.get(n) ?? [])].sort((a, b) => a - b),
    dump: () => ({
      queues: queues.dump(),
      ready: [...ready].sort((a, b) => a - b),
      sleepers: [...sleepers.values()],
      waiting: [...waiting]
        .map(([n, set]) => [n, [...set].sort((a, b) => a - b)] as const)
        .sort((a, b) => a[0] - b[0]),
    }),
  }
}

// --- internal ---

function wakeAt(task: Task): number {
  return Math.max(task.notBefore ?? 0, task.backoffUntil ?? 0)
}

function sleep(task: Task | undefined, now: number): number | undefined {
  return task && !isClosed(task) && wakeAt(task) > now ? wakeAt(task) : undefined
}

// Names hold no control characters, so a newline separates without doubt.
function todoKey(assignee: string | null, project?: string): string {
  const key = `todo\n${assignee === null ? "" : nameKey(assignee)}`
  return project === undefined ? key : `${key}\n${project}`
}

function doingKey(agent: string, session?: string): string {
  const key = `doing\n${nameKey(agent)}`
  return session === undefined ? key : `${key}\n${session}`
}

function queueKeys(task: Task): string[] {
  if (task.status === "todo") return [todoKey(task.assignee), todoKey(task.assignee, task.project)]
  const agent = task.assignee ?? ""
  const session = task.lease?.state === "held" ? (task.lease.session ?? "") : ""
  return [doingKey(agent), doingKey(agent, session)]
}
