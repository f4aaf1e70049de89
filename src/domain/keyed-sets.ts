import { createSortedSet, type SortedSet } from "./sorted-set.ts"

/** Ordered sets of numbers under keys: an index. A set exists while it holds something. */
export interface KeyedSets {
  get(key: string): SortedSet<number> | undefined
  /** Takes a number from the sets it was in to those it belongs in; its rank there may have changed. */
  move(from: readonly string[], rankBefore: number, to: readonly string[], rankAfter: number): void
  keys(): IterableIterator<string>
}

export function createKeyedSets(): KeyedSets {
  const sets = new Map<string, SortedSet<number>>()
  return {
    get: (key) => sets.get(key),
    move(from, rankBefore, to, rankAfter) {
      const same = rankBefore === rankAfter
      for (const key of from) {
        if (same && to.includes(key)) continue
        const set = sets.get(key)
        set?.delete(rankBefore)
        if (set?.size === 0) sets.delete(key)
      }
      for (const key of to) {
        if (same && from.includes(key)) continue
        let set = sets.get(key)
        if (!set) sets.set(key, (set = createSortedSet(ascending)))
        set.add(rankAfter)
      }
    },
    keys: () => sets.keys(),
  }
}

function ascending(a: number, b: number): number {
  return a - b
}
