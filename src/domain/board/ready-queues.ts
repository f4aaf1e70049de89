import { createChildCounts, type ChildCount, type ChildStatuses } from "./child-counts.ts"
import { createKeyedSets } from "../collections/keyed-sets.ts"
import { createNumberSet, type NumberSet } from "../collections/number-set.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { queuePlaceOf, within, type QueuePlace } from "./queue-place.ts"
import type { Task } from "./records.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { createTimers } from "../collections/timers.ts"

/**
 * The tasks that are ready (`docs/rules.md`), in the order they are handed out: priority, then number. Each change
 * keeps the queues up to date, so finding the next task costs the same on a board of any size.
 */
export interface ReadyQueues {
  has(n: number): boolean
  /** Ready tasks in `todo` of one assignee, of one project if given. `null` as assignee: the unassigned tasks. */
  todo(assignee: string | null, project?: string): SortedSet<number> | undefined
  /** Ready tasks in `doing` of one agent. With a session, only those that no other session holds. */
  doing(agent: string, session?: string): readonly (SortedSet<number> | undefined)[]
  /** Grows whenever a task becomes ready for somebody. Waiting requests watch it. */
  readonly arrivals: number
  /** To be called when a pause ends: counts every ready task as an arrival. */
  announce(): void
  /** Numbers of all ready tasks, in ascending order. */
  ready(): Omit<NumberSet, "add" | "delete">
  /** How many of them are in `todo`, so that somebody may begin them. */
  readonly readyTodo: number
  changed(before: Task | undefined, after: Task | undefined): void
  /**
   * Sets the present time and wakes the tasks whose time has come. When the time goes back, because a clock that was
   * ahead was set right, tasks that it woke too early sleep again; only in this case are all tasks looked at. It
   * follows from the clock alone, so it is not undone with a batch.
   */
  advance(now: number): void
  /**
   * How many tasks `advance` has woken or put back to sleep. What is ready changes by this or by an event, so a cache
   * of it watches both.
   */
  readonly wakes: number
  /** When the next sleeping task wakes, in ms since 1970; undefined when none sleeps. */
  nextWake(): number | undefined
  /** Numbers of the tasks that have this one in their `blockedBy`. */
  dependents(n: number): readonly number[]
  /** The same numbers in no order. */
  waiting(n: number): Iterable<number>
  children(n: number): ChildCount
  childStatuses(n: number): ChildStatuses
  /** Keys and members of the queues, for comparing two boards. */
  dump(): unknown
}

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
  const ready = createNumberSet()
  const sleepers = createTimers()
  const waiting = new Map<number, Set<number>>()
  const children = createChildCounts()
  let now = 0
  let latestWake = 0 // the latest wake time of all tasks that are awake
  let arrivals = 0
  let wakes = 0
  let readyTodo = 0

  function isReady(task: Task): boolean {
    if (task.status !== "todo" && task.status !== "doing") return false
    if (wakeAt(task) > now) return false
    const { total, done } = children.of(task.n)
    if (done < total) return false
    return task.blockedBy.every((id) => isClosed(find(numberOf(id))))
  }

  function refresh(before: Task | undefined, after: Task | undefined): void {
    const n = (after ?? before)?.n
    if (n === undefined) return
    const from = ready.has(n) ? before : undefined
    const to = after && isReady(after) ? after : undefined
    if (!from && !to) return
    const isMoved = move(from && queuePlaceOf(from), to && queuePlaceOf(to))
    readyTodo += Number(to?.status === "todo") - Number(from?.status === "todo")
    if (to) ready.add(n)
    else ready.delete(n)
    // A task that was just claimed is no arrival: a request that waits under the same name would take it over.
    const isJustClaimed = to?.lease?.state === "held" && before?.epoch !== to.epoch
    // A request may wait for a tag or a project, so a change of these is an arrival too.
    const isNew = isMoved || before?.tags !== after?.tags || before?.project !== after?.project
    if (to && isNew && !isJustClaimed) arrivals++
  }

  /** Looks again at a task that waits for another one, which has changed. */
  function reconsider(n: number): void {
    const task = find(n)
    refresh(task, task)
  }

  /** @returns true when the task is now in a queue that it was not in before */
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
    get readyTodo() {
      return readyTodo
    },
    changed(before, after) {
      if (before?.blockedBy !== after?.blockedBy) {
        if (before) link(before, false)
        if (after) link(after, true)
      }
      const n = (after ?? before)?.n ?? 0
      sleepers.set(n, sleep(before, now), sleep(after, now))
      if (after && wakeAt(after) <= now) latestWake = Math.max(latestWake, wakeAt(after))
      children.changed(before, after)
      refresh(before, after)
      const isStill = isClosed(before) === isClosed(after)
      const [left, joined] = [before?.parent ?? null, after?.parent ?? null]
      if (left !== null && (!isStill || left !== joined)) reconsider(numberOf(left))
      if (joined !== null && (!isStill || left !== joined)) reconsider(numberOf(joined))
      if (!isStill) for (const dependent of waiting.get(n) ?? []) reconsider(dependent)
    },
    advance(to) {
      if (to === now) return
      const isTooFar = to < latestWake
      now = to
      if (isTooFar) sleepAgain()
      for (let due = sleepers.soonest(); due && due.at <= now; due = sleepers.soonest()) {
        sleepers.set(due.n, due.at, undefined)
        latestWake = Math.max(latestWake, due.at)
        reconsider(due.n)
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
    waiting: (n) => waiting.get(n) ?? nobody,
    children: (n) => children.of(n),
    childStatuses: (n) => children.statuses(n),
    dump: () => ({
      queues: Object.entries(queues).map(([name, { whole, parts }]) => [name, whole.dump(), parts.dump()]),
      ready: [...ready],
      sleepers: [...sleepers.values()],
      children: children.dump(),
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
