import { createSortedSet, type SortedSet } from "./sorted-set.ts"

/** Ordered sets of numbers under keys: an index. A set exists while it holds something. */
export interface KeyedSets {
  get(key: string): SortedSet<number> | undefined
  add(key: string, rank: number): void
  delete(key: string, rank: number): void
  keys(): IterableIterator<string>
  /** Keys and members, in order, for comparing two boards. */
  dump(): unknown
}

export function createKeyedSets(): KeyedSets {
  const sets = new Map<string, SortedSet<number>>()
  return {
    get: (key) => sets.get(key),
    add(key, rank) {
      let set = sets.get(key)
      if (!set) sets.set(key, (set = createSortedSet(ascending)))
      set.add(rank)
    },
    delete(key, rank) {
      const set = sets.get(key)
      set?.delete(rank)
      if (set?.size === 0) sets.delete(key)
    },
    keys: () => sets.keys(),
    dump: () => [...sets.keys()].sort().map((key) => [key, [...(sets.get(key)?.values() ?? [])]]),
  }
}

function ascending(a: number, b: number): number {
  return a - b
}
