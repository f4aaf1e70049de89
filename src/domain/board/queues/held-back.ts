import { createSortedSet, type SortedSet } from "../../collections/sorted-set.ts"
import { compareTurns, numberInTurn, type QueuePlace, type QueueTurn } from "./queue-place.ts"
import type { Taken } from "../resources/resource-use.ts"

/**
 * Ready tasks that are kept out of their queues because a resource that they need is taken. Each is stored under one
 * name that keeps it out. When that resource has room again, only the first task of each queue returns, and the next
 * one when the first is gone. So thousands of tasks may wait for one name, and the cost depends on the number of
 * queues, not on the number of waiting tasks.
 */
export function createHeldBack() {
  const groups = new Map<string, Map<string, SortedSet<QueueTurn>>>()
  const places = new Map<number, AsideTask>()
  const lent = new Map<number, AsideTask>()
  /** By name and queue, the turn of the task that was lent last. */
  const lentTurns = new Map<string, QueueTurn>()

  function takeOut(n: number, { under, place }: AsideTask): void {
    const group = groups.get(keyOf(under))
    const set = group?.get(queueOf(place))
    set?.delete(place.turn)
    if (set?.size === 0) group?.delete(queueOf(place))
    if (group?.size === 0) groups.delete(keyOf(under))
    places.delete(n)
  }

  /** Lends the first task of a queue unless an earlier task has already been lent. */
  function lendFirst(under: Taken, queue: string): QueuePlace | undefined {
    const turn = groups.get(keyOf(under))?.get(queue)?.first()
    const out = lentTurns.get(lentKey(under, queue))
    if (turn === undefined || (out !== undefined && compareTurns(out, turn) <= 0)) return undefined
    const n = numberInTurn(turn)
    const kept = places.get(n)
    if (!kept) return undefined
    takeOut(n, kept)
    lent.set(n, kept)
    lentTurns.set(lentKey(under, queue), turn)
    return kept.place
  }

  return {
    get size() {
      return places.size
    },
    has: (n: number) => places.has(n),
    /** Their numbers, in no order. */
    numbers: () => places.keys(),
    put(n: number, place: QueuePlace, under: Taken) {
      const group = groups.get(keyOf(under)) ?? new Map<string, SortedSet<QueueTurn>>()
      groups.set(keyOf(under), group)
      const set = group.get(queueOf(place)) ?? createSortedSet(compareTurns)
      group.set(queueOf(place), set)
      set.add(place.turn)
      places.set(n, { place, under })
    },
    /** Removes a task, wherever it is stored. @returns its place, if it was stored here */
    delete(n: number) {
      const kept = places.get(n)
      if (kept) takeOut(n, kept)
      return kept?.place
    },
    /**
     * The first task of each queue under a name that has room. Each is removed here in order to be added to its queue.
     */
    lend(under: Taken) {
      const queues = [...(groups.get(keyOf(under))?.keys() ?? [])]
      return queues.flatMap((queue) => lendFirst(under, queue) ?? [])
    },
    /** A lent task has left its queue. @returns the next task, while there is room */
    follow(n: number, hasRoom: (under: Taken) => boolean) {
      const kept = lent.get(n)
      if (!kept) return undefined
      lent.delete(n)
      const { under, place } = kept
      const key = lentKey(under, queueOf(place))
      if (lentTurns.get(key) === place.turn) lentTurns.delete(key)
      return hasRoom(under) ? lendFirst(under, queueOf(place)) : undefined
    },
  }
}

// --- internal ---

interface AsideTask {
  readonly place: QueuePlace
  readonly under: Taken
}

function keyOf({ name, keepsOut }: Taken): string {
  return `${keepsOut}\n${name}`
}

function queueOf({ isTodo, part }: QueuePlace): string {
  return `${isTodo ? "todo" : "doing"}\n${part}`
}

function lentKey(under: Taken, queue: string): string {
  return `${keyOf(under)}\n${queue}`
}
