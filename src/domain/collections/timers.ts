import { createPlaceSet } from "./place-set.ts"

/** At most one time for each task, in ms since 1970, and the soonest of them. */
export type Timers = ReturnType<typeof createTimers>

export function createTimers() {
  const set = createPlaceSet()
  return {
    set(n: number, before: number | undefined, after: number | undefined): void {
      if (before === after) return
      if (before !== undefined) set.delete(before, n)
      if (after !== undefined) set.add(after, n)
    },
    soonest(): { readonly at: number; readonly n: number } | undefined {
      const place = set.first()
      return place && { at: place.key, n: place.n }
    },
    *values() {
      for (const { key, n } of set.values()) yield { at: key, n }
    },
  }
}
