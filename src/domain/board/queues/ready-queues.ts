import { createNumberSet, type NumberSet } from "../../collections/number-set.ts"
import { numberOf } from "../../wire/names.ts"
import { createChildCounts, type ChildCounts } from "../tasks/child-counts.ts"
import { createDependents } from "../tasks/dependents.ts"
import { isClosed, isSettled } from "../tasks/is-closed.ts"
import type { Task } from "../records.ts"
import { createRests, type Rests } from "./rests.ts"
import { createRoomQueues, type RoomQueues } from "./room-queues.ts"
import { createSkillSets, type SkillSets } from "./skill-sets.ts"
import { createSleepers, type Sleepers } from "./sleepers.ts"

/**
 * The tasks that are ready (`docs/rules.md`), in the order in which they are handed out: priority, then number. Each
 * change keeps the queues up to date, so finding the next task costs the same on a board of any size.
 */
export interface ReadyQueues
  extends
    Pick<RoomQueues, "todo" | "doing" | "first" | "aside" | "takenFor" | "use" | "keepers" | "unable">,
    Pick<RoomQueues, "agentChanged" | "resourceChanged">,
    Pick<Sleepers, "advance" | "wakes" | "nextWake"> {
  has(n: number): boolean
  /** Grows whenever a task becomes ready for an agent. Waiting requests watch it. */
  readonly arrivals: number
  /** Must be called when a pause ends: counts every ready task as an arrival. */
  announce(): void
  /** Numbers of all tasks that are ready, or would be if the resources they need had room, in ascending order. */
  ready(): Omit<NumberSet, "add" | "delete">
  /** Those of them that have no room. */
  withoutRoom(): ReadonlySet<number>
  /** How many tasks in `todo` are ready to be started. */
  readonly readyTodo: number
  readonly skills: Pick<SkillSets, "within">
  readonly rests: Pick<Rests, "any">
  changed(before: Task | undefined, after: Task | undefined): void
  /** Checks a task again after a change of the time, of a child, of a task that it waits for, or of its import. */
  reconsider(n: number): void
  /** Numbers of the tasks that have this one in their `blockedBy`. */
  dependents(n: number): readonly number[]
  /** The same numbers in no order. */
  waiting(n: number): Iterable<number>
  readonly children: Pick<ChildCounts, "of" | "awaited" | "statuses">
  /** Keys and members of the queues, for comparing two boards. */
  dump(): unknown
}

/**
 * @param isHeld whether a task belongs to an import that has not ended; `reconsider` must be called when that changes
 * @param isStranger whether no agent with this `nameKey` was ever heard from
 */
export function createReadyQueues(tasks: AllTasks, isHeld: Is<number>, isStranger: Is<string>): ReadyQueues {
  const queues = createRoomQueues(tasks, { onRoom: () => arrivals++, onAgents: announce, isStranger })
  const skills = createSkillSets()
  const rests = createRests()
  const ready = createNumberSet()
  const sleepers = createSleepers(tasks, reconsider)
  const waking = wakeBoth(sleepers, rests, () => arrivals++)
  const dependents = createDependents()
  const children = createChildCounts()
  const parts = [skills, rests, dependents, sleepers, children]
  let arrivals = 0
  let readyTodo = 0

  function announce(): void {
    arrivals += ready.size
  }

  function isReady(task: Task): boolean {
    if (task.status !== "todo" && task.status !== "doing") return false
    if (!sleepers.isAwake(task) || children.awaited(task) > 0 || isHeld(task.n)) return false
    return task.fields.blockedBy.every((id) => isSettled(tasks.get(numberOf(id))))
  }

  function refresh(before: Task | undefined, after: Task | undefined): void {
    const n = (after ?? before)?.n ?? 0
    const from = ready.has(n) ? before : undefined
    const to = after && isReady(after) ? after : undefined
    if (!from && !to) return
    const isMoved = queues.move(from, to)
    readyTodo += Number(to?.status === "todo") - Number(from?.status === "todo")
    if (to) ready.add(n)
    else ready.delete(n)
    if (to && isArrival(before, to, isMoved)) arrivals++
  }

  function reconsider(n: number): void {
    const task = tasks.get(n)
    refresh(task, task)
  }

  return {
    ...queues,
    has: (n) => ready.has(n) && !queues.takenFor(tasks.get(n)),
    skills,
    rests,
    get arrivals() {
      return arrivals
    },
    announce,
    ready: () => ready,
    get readyTodo() {
      let held = 0
      for (const n of queues.withoutRoom()) if (tasks.get(n)?.status === "todo") held++
      return readyTodo - held
    },
    changed(before, after) {
      queues.follow(before, after)
      for (const part of parts) part.changed(before, after)
      refresh(before, after)
      const isStill = isSettled(before) === isSettled(after) && isClosed(before) === isClosed(after)
      const parents = [before?.fields.parent ?? null, after?.fields.parent ?? null]
      if (!isStill || parents[0] !== parents[1])
        for (const parent of parents) if (parent !== null) reconsider(numberOf(parent))
      const n = (after ?? before)?.n ?? 0
      if (!isStill) for (const each of dependents.waiting(n)) reconsider(each)
    },
    reconsider,
    advance: waking.advance,
    get wakes() {
      return waking.wakes
    },
    nextWake: waking.nextWake,
    dependents: dependents.of,
    waiting: dependents.waiting,
    children,
    dump: () =>
      [queues, skills, dependents, sleepers, children].map((part) => part.dump()).concat([[...ready]]),
  }
}

// --- internal ---

type Is<T> = (what: T) => boolean
type AllTasks = Pick<ReadonlyMap<number, Task>, "get" | "values">

/** Changes that time causes: tasks that wake, and agents that may again be offered tasks that they gave back. */
function wakeBoth(
  sleepers: Sleepers,
  rests: Rests,
  onRested: () => void,
): Pick<Sleepers, "advance" | "wakes" | "nextWake"> {
  let rested = 0
  return {
    advance(now) {
      sleepers.advance(now)
      if (!rests.advance(now)) return
      rested++
      onRested()
    },
    get wakes() {
      return sleepers.wakes + rested
    },
    nextWake() {
      const [wake, rest] = [sleepers.nextWake(), rests.soonest()]
      return wake === undefined || (rest !== undefined && rest < wake) ? rest : wake
    },
  }
}

/** Whether a waiting agent might now take a ready task. */
function isArrival(before: Task | undefined, after: Task, isMoved: boolean): boolean {
  // A request that waits under the name that has just claimed the task would take the task over.
  if (after.lease?.state === "held" && before?.epoch !== after.epoch) return false
  // A request may wait for a tag or a project, so a change of tags or project is an arrival too.
  return (
    isMoved || before?.fields.tags !== after.fields.tags || before.fields.project !== after.fields.project
  )
}
