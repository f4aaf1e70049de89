import { createKeyedSets } from "../collections/keyed-sets.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import type { Task } from "./records.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { createTimers } from "../collections/timers.ts"
import { priorities } from "../wire/enums.ts"

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
  /** Grows whenever a task becomes ready for somebody. Waiting requests watch it. */
  readonly arrivals: number
  /** To be called when a pause ends: counts every ready task as an arrival. */
  announce(): void
  /** Numbers of all ready tasks, in no order. */
  ready(): ReadonlySet<number>
  changed(before: Task | undefined, after: Task | undefined): void
  /**
   * Tells what time it is. Where a clock that had jumped ahead was set back, what it had woken sleeps again; only this
   * looks at all tasks. Not undone with a batch: it follows from the clock alone.
   */
  advance(now: number): void
  /** How many tasks time alone has woken or sent to sleep: with the board's changes, all that can change what is ready. */
  readonly wakes: number
  /** When the next task becomes ready by time alone. */
  nextWake(): number | undefined
  /** Numbers of the tasks that wait for this one. */
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

export function createReadyQueues(tasks: {
  get(n: number): Task | undefined
  values(): Iterable<Task>
}): ReadyQueues {
  const find = (n: number) => tasks.get(n)
  // The parts of `todo` are its projects, those of `doing` the sessions that hold the tasks.
  const queues = {
    todo: { whole: createKeyedSets(), parts: createKeyedSets() },
    doing: { whole: createKeyedSets(), parts: createKeyedSets() },
  }
  const ready = new Set<number>()
  const sleepers = createTimers()
  const waiting = new Map<number, Set<number>>()
  let now = 0
  let latestWake = 0 // no task that is awake by now was to wake later than this
  let arrivals = 0
  let wakes = 0

  function isReady(task: Task): boolean {
    if (task.status !== "todo" && task.status !== "doing") return false
    if (wakeAt(task) > now) return false
    return task.blockedBy.every((id) => isClosed(find(numberOf(id))))
  }

  function refresh(before: Task | undefined, after: Task | undefined): void {
    const n = (after ?? before)?.n
    if (n === undefined) return
    const from = ready.has(n) ? before : undefined
    const to = after && isReady(after) ? after : undefined
    if (!from && !to) return
    const isMoved = move(from && queuePlaceOf(from), to && queuePlaceOf(to))
    if (to) ready.add(n)
    else ready.delete(n)
    // A task that was just claimed is no arrival: a request that waits under the same name would take it over.
    const isJustClaimed = to?.lease?.state === "held" && before?.epoch !== to.epoch
    // A request may wait for a tag or a project, so a change of these is an arrival too.
    const isNew = isMoved || before?.tags !== after?.tags || before?.project !== after?.project
    if (to && isNew && !isJustClaimed) arrivals++
  }

  /** @returns true where there is a place to be and its queue is another than before */
  function move(from: QueuePlace | undefined, to: QueuePlace | undefined): boolean {
    const isSameQueue = from?.isTodo === to?.isTodo && from?.part === to?.part
    if (isSameQueue && from?.rank === to?.rank) return false
    if (from) {
      const { whole, parts } = from.isTodo ? queues.todo : queues.doing
      whole.delete(from.key, from.rank)
      parts.delete(from.part, from.rank)
    }
    if (to) {
      const { whole, parts } = to.isTodo ? queues.todo : queues.doing
      whole.add(to.key, to.rank)
      parts.add(to.part, to.rank)
    }
    return to !== undefined && !isSameQueue
  }

  function link(task: Task, isLinked: boolean): void {
    for (const id of task.blockedBy) {
      const blocker = numberOf(id)
      const set = waiting.get(blocker) ?? new Set()
      if (isLinked) waiting.set(blocker, set.add(task.n))
      else if (set.delete(task.n) && set.size === 0) waiting.delete(blocker)
    }
  }

  function sleepAgain(): void {
    for (const task of tasks.values()) {
      const at = sleep(task, now)
      if (at === undefined || at > latestWake) continue
      sleepers.set(task.n, undefined, at)
      refresh(task, task)
      wakes++
    }
    latestWake = now
  }

  return {
    has: (n) => ready.has(n),
    todo(assignee, project) {
      const key = assignee === null ? "" : nameKey(assignee)
      return project === undefined ? queues.todo.whole.get(key) : queues.todo.parts.get(within(key, project))
    },
    doing(agent, session) {
      const key = nameKey(agent)
      if (session === undefined) return [queues.doing.whole.get(key)]
      const { parts } = queues.doing
      return [parts.get(within(key, "")), session === "" ? undefined : parts.get(within(key, session))]
    },
    get arrivals() {
      return arrivals
    },
    announce() {
      arrivals += ready.size
    },
    ready: () => ready,
    changed(before, after) {
      if (before?.blockedBy !== after?.blockedBy) {
        if (before) link(before, false)
        if (after) link(after, true)
      }
      const n = (after ?? before)?.n ?? 0
      sleepers.set(n, sleep(before, now), sleep(after, now))
      if (after && wakeAt(after) <= now) latestWake = Math.max(latestWake, wakeAt(after))
      refresh(before, after)
      if (isClosed(before) === isClosed(after)) return
      for (const dependent of waiting.get(n) ?? []) {
        const task = find(dependent)
        refresh(task, task)
      }
    },
    advance(to) {
      if (to === now) return
      const isTooFar = to < latestWake
      now = to
      if (isTooFar) sleepAgain()
      for (let due = sleepers.soonest(); due && due.at <= now; due = sleepers.soonest()) {
        sleepers.set(due.n, due.at, undefined)
        latestWake = Math.max(latestWake, due.at)
        const task = find(due.n)
        refresh(task, task)
        wakes++
      }
    },
    get wakes() {
      return wakes
    },
    nextWake: () => sleepers.soonest()?.at,
    dependents(n) {
      const set = waiting.get(n)
      return set ? [...set].sort((a, b) => a - b) : nobody
    },
    dump: () => ({
      queues: Object.entries(queues).map(([name, { whole, parts }]) => [name, whole.dump(), parts.dump()]),
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

const nobody: readonly number[] = []

/** Where a ready task stands. */
interface QueuePlace {
  readonly isTodo: boolean
  readonly key: string
  /** With the key in it. */
  readonly part: string
  readonly rank: number
}

function queuePlaceOf(task: Task): QueuePlace {
  const isTodo = task.status === "todo"
  const key = nameKey(task.assignee ?? "")
  const session = task.lease?.state === "held" ? (task.lease.session ?? "") : ""
  return { isTodo, key, part: within(key, isTodo ? task.project : session), rank: rankOf(task) }
}

// Names hold no control characters, so a newline separates them safely.
function within(key: string, part: string): string {
  return `${key}\n${part}`
}
