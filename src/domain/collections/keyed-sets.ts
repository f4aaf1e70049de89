import { createSortedSet, type SortedSet } from "./sorted-set.ts"

/** An index: an ordered set for each key. A set exists only while it is not empty. */
export interface KeyedSets<T = number> {
  get(key: string): SortedSet<T> | undefined
  add(key: string, item: T): void
  delete(key: string, item: T): void
  /** Each key with its set. */
  entries(): Iterable<readonly [string, SortedSet<T>]>
  /** Keys and members, in order, for comparing two boards. */
  dump(): unknown
}

export function createKeyedSets<T>(compare: (a: T, b: T) => number): KeyedSets<T> {
  const sets = new Map<string, SortedSet<T>>()
  // Many sets appear and disappear with their only member, such as the tasks that one agent is doing. Empty sets are
  // reused.
  const spares: SortedSet<T>[] = []
  return {
    get: (key) => sets.get(key),
    add(key, item) {
      let set = sets.get(key)
      if (!set) {
        set = spares.pop() ?? createSortedSet(compare)
        sets.set(key, set)
      }
      set.add(item)
    },
    delete(key, item) {
      const set = sets.get(key)
      if (!set) return
      set.delete(item)
      if (set.size > 0) return
      sets.delete(key)
      if (spares.length < 100) spares.push(set)
    },
    entries: () => sets,
    dump: () => [...sets.keys()].sort().map((key) => [key, [...(sets.get(key)?.values() ?? [])]]),
  }
}

export function ascending(a: number, b: number): number {
  return a - b
}
