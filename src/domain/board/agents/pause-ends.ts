import type { Pause } from "../records.ts"
import { createSortedSet } from "../../collections/sorted-set.ts"

/** The times at which pauses end and closed resources reopen by themselves. */
export type PauseEnds = ReturnType<typeof createPauseEnds>

export function createPauseEnds() {
  const ends = new Map<string, number>()
  const order = createSortedSet<readonly [key: string, at: number]>(
    (a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : Number(a[0] > b[0])),
  )
  return {
    /** @param key the agent as `nameKey`; empty for the whole team; for a resource, a text that cannot be a name */
    set(key: string, pause: Pause | null): void {
      const before = ends.get(key)
      if (before !== undefined) order.delete([key, before])
      ends.delete(key)
      if (pause === null || pause.until === null) return
      ends.set(key, pause.until)
      order.add([key, pause.until])
    },
    /** When the next pause ends, in ms since 1970; Infinity if none will. */
    soonest: () => order.first()?.[1] ?? Infinity,
    /** For comparing two boards. */
    dump: (): unknown => [...order.values()],
  }
}
