import type { SortedSet } from "../../collections/sorted-set.ts"
import { createHeldBack } from "./held-back.ts"
import {
  numberInTurn,
  queuePlaceOf,
  turnOf,
  skillKey,
  type QueuePlace,
  type QueueTurn,
} from "./queue-place.ts"
import { createQueues, type Queues } from "./queues.ts"
import { nameKey } from "../../wire/names.ts"
import type { Agent, Resource, Task } from "../records.ts"
import { createResourceUse, type ResourceUse, type Taken } from "../resources/resource-use.ts"
import { createUnable, type Unable } from "./unable.ts"
import { createWorkers } from "../resources/workers.ts"

/**
 * The queues of ready tasks, taking resources into account. A task whose resources are taken is put aside when it is
 * found, and returns when there is room.
 */
export interface RoomQueues extends Pick<Queues, "todo" | "doing"> {
  readonly use: Pick<ResourceUse, "takenFor" | "holders" | "heldNames" | "blockers">
  /** The tasks that may keep places because their work has not landed, although nobody is working on them. */
  readonly keepers: ReadonlySet<number>
  /**
   * In a queue, the first turn of a task with room. So every task with room that could be first is in its queue, but
   * tasks that would come later may be missing.
   */
  first(queue: SortedSet<QueueTurn> | undefined): QueueTurn | undefined
  /** Numbers of the tasks that were put aside. Some may have room by now, but only those that would not be first. */
  aside(): Iterable<number>
  /** The ready tasks that no agent can do. */
  readonly unable: Unable
  /** The resource that keeps a ready task from being started; undefined also for a task that is being worked on. */
  takenFor(task: Task | undefined): Taken | undefined
  /** Of the ready tasks, those that have no room. */
  withoutRoom(): ReadonlySet<number>
  /** A task that is being worked on holds its resources. Must be called before `move`. */
  follow(before: Task | undefined, after: Task | undefined): void
  /** A task becomes, stays or stops being ready. @returns true if it is now in a queue in which it was not before */
  move(from: Task | undefined, to: Task | undefined): boolean
  agentChanged(before: Agent | undefined, after: Agent | undefined): void
  resourceChanged(before: Resource | undefined, after: Resource | undefined): void
  dump(): unknown
}

/**
 * @param onRoom called when a task that was put aside returns to its queue
 * @param onAgents called when agents may take tasks that they could not take, because the resources that they use have
 * room
 */
export function createRoomQueues(
  tasks: Pick<ReadonlyMap<number, Task>, "get" | "values">,
  { onRoom, onAgents, isStranger }: { onRoom(): void; onAgents(): void; isStranger(key: string): boolean },
): RoomQueues {
  const queues = createQueues()
  const aside = createAside(queues, onRoom)
  const { use, workers, resourceChanged } = createHolding(tasks, {
    onRoom(room) {
      aside.lend(room)
      if (workers.drawOn(room.name)) onAgents()
    },
    onHeld: () => aside.recall(workers.keepers, (n) => takenFor(tasks.get(n)) === undefined),
  })
  const unable = createUnable({
    isStranger,
    has: (task) => aside.held.has(task.n) || inQueue(queues, task),
    *all() {
      for (const [assignee, turns] of queues.assigned())
        yield [assignee, [...turns.values()].map(numberInTurn)]
      for (const n of aside.held.numbers()) {
        const { status, assignee = null } = tasks.get(n) ?? {}
        if (status === "todo" && assignee !== null) yield [nameKey(assignee), [n]]
      }
    },
  })
  /** The ready tasks that need room in their resources. */
  const needy = new Set<number>()

  const takenFor = (task: Task | undefined): Taken | undefined =>
    task && needsRoom(task) ? use.takenFor(task.fields.resources, task.n) : undefined
  const lendNext = (n: number) => aside.lendNext(n, (under) => !use.isTaken(under))

  return {
    todo: queues.todo,
    doing: queues.doing,
    use,
    first(queue) {
      for (;;) {
        const turn = queue?.first()
        if (turn === undefined || needy.size === 0) return turn
        const task = tasks.get(numberInTurn(turn))
        const taken = takenFor(task)
        if (!task || !taken) return turn
        aside.put(task, taken)
        lendNext(task.n)
      }
    },
    aside: () => aside.held.numbers(),
    takenFor,
    keepers: workers.keepers,
    unable,
    withoutRoom: () => new Set([...needy].filter((n) => takenFor(tasks.get(n)))),
    follow: workers.changed,
    move(from, to) {
      unable.moved(from, to)
      const n = (to ?? from)?.n ?? 0
      const [left, place] = [from && queuePlaceOf(from), to && queuePlaceOf(to)]
      if (to && needsRoom(to)) needy.add(n)
      else needy.delete(n)
      if (aside.held.has(n)) {
        if (to && isSamePlace(left, place) && from?.fields.resources === to.fields.resources) return false
        aside.held.delete(n)
        return queues.move(undefined, place)
      }
      const isMoved = queues.move(left, place)
      if (!isSamePlace(left, place)) lendNext(n)
      return isMoved
    },
    agentChanged(before, after) {
      unable.agentChanged(before, after)
      if (workers.agentChanged(before, after)) onAgents()
    },
    resourceChanged,
    // Which tasks were put aside depends on the earlier queries, so for a comparison all of them are returned.
    dump() {
      for (const n of [...aside.held.numbers()]) queues.move(undefined, aside.held.delete(n))
      return [queues.dump(), use.dump(), unable.dump()]
    },
  }
}

// --- internal ---

function inQueue(queues: Queues, task: Task): boolean {
  return queues.todo(task.assignee, undefined, skillKey(task.fields.skills))?.has(turnOf(task)) === true
}

/** What tasks hold. @param on.onHeld called after each change of that */
function createHolding(
  tasks: Pick<ReadonlyMap<number, Task>, "get" | "values">,
  on: { onRoom(room: Taken): void; onHeld(): void },
) {
  const use = createResourceUse(on.onRoom)
  const workers = createWorkers(tasks, {
    declared: use.declared,
    hold(n, names) {
      use.hold(n, names)
      on.onHeld()
    },
  })
  return {
    use,
    workers,
    resourceChanged(before: Resource | undefined, after: Resource | undefined) {
      use.changed(before, after)
      workers.resourceChanged(before, after)
      on.onHeld()
    },
  }
}

/** The tasks that are kept out of their queues, and the way back into them. */
function createAside(queues: Queues, onRoom: () => void) {
  const held = createHeldBack()

  function comeBack(places: readonly (QueuePlace | undefined)[]): void {
    for (const place of places) queues.move(undefined, place)
    if (places.length > 0) onRoom()
  }

  return {
    held,
    put(task: Task, under: Taken): void {
      const place = queuePlaceOf(task)
      queues.move(place, undefined)
      held.put(task.n, place, under)
    },
    lend: (room: Taken) => comeBack(held.lend(room)),
    lendNext(n: number, hasRoom: (under: Taken) => boolean): void {
      const next = held.follow(n, hasRoom)
      if (next) comeBack([next])
    },
    /** A task that only waits for a name that it takes itself is not notified of room, so it is checked here. */
    recall(keepers: ReadonlySet<number>, hasRoom: (n: number) => boolean): void {
      if (held.size === 0 || keepers.size === 0) return
      const [fewer, isOther] =
        keepers.size < held.size
          ? [keepers, (n: number) => held.has(n)]
          : [held.numbers(), (n: number) => keepers.has(n)]
      for (const n of [...fewer].filter(isOther)) if (hasRoom(n)) comeBack([held.delete(n)])
    },
  }
}

/** Work in progress continues even if its resources are taken. Work that is only offered is not started yet. */
function needsRoom({ status, lease, fields: { resources } }: Task): boolean {
  return (status === "todo" || lease?.state === "offered") && resources.length > 0
}

function isSamePlace(a: QueuePlace | undefined, b: QueuePlace | undefined): boolean {
  return a?.isTodo === b?.isTodo && a?.part === b?.part && a?.turn === b?.turn
}
