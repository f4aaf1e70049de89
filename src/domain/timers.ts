import { createSortedSet } from "./sorted-set.ts"

/** At most one time per task; knows the soonest. Times are milliseconds since 1970. */
export interface Timers {
  set(n: number, before: number | undefined, after: number | undefined): void
  soonest(): { readonly at: number; readonly n: number } | undefined
  values(): Generator<{ readonly at: number; readonly n: number }, void>
}

export function createTimers(): Timers {
  const set = createSortedSet<{ at: number; n: number }>((a, b) => a.at - b.at || a.n - b.n)
  return {
    set(n, before, after) {
      if (before === after) return
      if (before !== undefined) set.delete({ at: before, n })
      if (after !== undefined) set.add({ at: after, n })
    },
    soonest: () => set.first(),
    values: () => set.values(),
  }
}
