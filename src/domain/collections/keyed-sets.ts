import { createSortedSet, type SortedSet } from "./sorted-set.ts"

/** An index: an ordered set of numbers for each key. A set exists only while it holds something. */
export interface KeyedSets {
  get(key: string): SortedSet<number> | undefined
  add(key: string, rank: number): void
  delete(key: string, rank: number): void
  /** Each key with its set. */
  entries(): Iterable<readonly [string, SortedSet<number>]>
  /** Keys and members, in order, for comparing two boards. */
  dump(): unknown
}

export function createKeyedSets(): KeyedSets {
  const sets = new Map<string, SortedSet<number>>()
  // Many sets come and go with their only member, such as what one agent is doing. Empty sets are used again.
  const spares: SortedSet<number>[] = []
  return {
    get: (key) => sets.get(key),
    add(key, rank) {
      let set = sets.get(key)
      if (!set) {
        set = spares.pop() ?? createSortedSet(ascending)
        sets.set(key, set)
      }
      set.add(rank)
    },
    delete(key, rank) {
      const set = sets.get(key)
      if (!set) return
      set.delete(rank)
      if (set.size > 0) return
      sets.delete(key)
      if (spares.length < 100) spares.push(set)
    },
    entries: () => sets,
    dump: () => [...sets.keys()].sort().map((key) => [key, [...(sets.get(key)?.values() ?? [])]]),
  }
}

function ascending(a: number, b: number): number {
  return a - b
}
