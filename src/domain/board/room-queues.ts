import type { SortedSet } from "../collections/sorted-set.ts"
import { createHeldBack } from "./held-back.ts"
import { numberInRank, queuePlaceOf, type QueuePlace } from "./queue-place.ts"
import { createQueues, type Queues } from "./queues.ts"
import type { Agent, Resource, Task } from "./records.ts"
import { createResourceUse, type ResourceUse, type Taken } from "./resource-use.ts"
import { createUnable, type Unable } from "./unable.ts"
import { createWorkers } from "./workers.ts"

/**
 * The queues of ready tasks, with an eye on their resources. A task whose resources are taken is put aside when it is
 * found, and comes back when there is room.
 */
export interface RoomQueues extends Pick<Queues, "todo" | "doing"> {
  readonly use: Pick<ResourceUse, "takenFor" | "holders" | "heldNames" | "blockers">
  /**
   * The lowest rank in a queue of a task with room. So a queue holds every task with room that could be its first, but
   * perhaps none of those behind it.
   */
  first(queue: SortedSet<number> | undefined): number | undefined
  /** Numbers of the tasks that were put aside. Some may have room by now: those that would not be first. */
  aside(): Iterable<number>
  /** The ready tasks that no agent can do. */
  readonly unable: Unable
  /** What keeps a ready task from being begun; undefined also for one that somebody is at work on. */
  takenFor(task: Task | undefined): Taken | undefined
  /** Of the ready tasks, those that have no room. */
  withoutRoom(): ReadonlySet<number>
  /** Whoever is at work on a task holds its resources. To be called before `move`. */
  follow(before: Task | undefined, after: Task | undefined): void
  /** A task becomes ready, stays so or does not. @returns true when it is in a queue now that it was not in before */
  move(from: Task | undefined, to: Task | undefined): boolean
  agentChanged(before: Agent | undefined, after: Agent | undefined): void
  resourceChanged(before: Resource | undefined, after: Resource | undefined): void
  dump(): unknown
}

/**
 * @param onRoom called when a task that was put aside comes back to its queue
 * @param onAgents called when agents may take what they could not, since there is room in what they draw on
 */
export function createRoomQueues(
  tasks: Pick<ReadonlyMap<number, Task>, "get" | "values">,
  { onRoom, onAgents }: { onRoom(): void; onAgents(): void },
): RoomQueues {
  const queues = createQueues()
  const aside = createHeldBack()
  const use = createResourceUse((room) => {
    const lent = aside.lend(room)
    for (const place of lent) queues.move(undefined, place)
    if (lent.length > 0) onRoom()
    if (workers.drawOn(room.name)) onAgents()
  })
  const workers = createWorkers(tasks, use)
  const unable = createUnable()
  /** The ready tasks that are held to their resources. */
  const needy = new Set<number>()

  const takenFor = (task: Task | undefined): Taken | undefined =>
    task && needsRoom(task) ? use.takenFor(task.resources) : undefined

  function putAside(task: Task, under: Taken): void {
    const place = queuePlaceOf(task)
    queues.move(place, undefined)
    aside.put(task.n, place, under)
    lendNext(task.n)
  }

  function lendNext(n: number): void {
    const next = aside.follow(n, (under) => !use.isTaken(under))
    if (!next) return
    queues.move(undefined, next)
    onRoom()
  }

  return {
    todo: queues.todo,
    doing: queues.doing,
    use,
    first(queue) {
      for (;;) {
        const rank = queue?.first()
        if (rank === undefined || needy.size === 0) return rank
        const task = tasks.get(numberInRank(rank))
        const taken = takenFor(task)
        if (!task || !taken) return rank
        putAside(task, taken)
      }
    },
    aside: () => aside.numbers(),
    takenFor,
    unable,
    withoutRoom: () => new Set([...needy].filter((n) => takenFor(tasks.get(n)))),
    follow: workers.changed,
    move(from, to) {
      unable.moved(from, to)
      const n = (to ?? from)?.n ?? 0
      const [left, place] = [from && queuePlaceOf(from), to && queuePlaceOf(to)]
      if (to && needsRoom(to)) needy.add(n)
      else needy.delete(n)
      if (aside.has(n)) {
        if (to && isSamePlace(left, place) && from?.resources === to.resources) return false
        aside.delete(n)
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
    resourceChanged: use.changed,
    // What was put aside depends on what was asked, so for a comparison all of it is brought back.
    dump() {
      for (const n of [...aside.numbers()]) queues.move(undefined, aside.delete(n))
      return [queues.dump(), use.dump(), unable.dump()]
    },
  }
}

// --- internal ---

/** Work in progress goes on, whatever is taken. What is only offered to somebody is not begun anew yet. */
function needsRoom({ status, lease, resources }: Task): boolean {
  return (status === "todo" || lease?.state === "offered") && resources.length > 0
}

function isSamePlace(a: QueuePlace | undefined, b: QueuePlace | undefined): boolean {
  return a?.isTodo === b?.isTodo && a?.part === b?.part && a?.rank === b?.rank
}
