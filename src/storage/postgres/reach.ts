import type { DatabaseAddress } from "./address.ts"
import { asOutage, kindOf } from "./failures.ts"

/**
 * Whether the database can be reached. From the first failed attempt until the next successful one, it counts as
 * unreachable.
 */
export type Reach = ReturnType<typeof createReach>

export function createReach(at: DatabaseAddress, onFailure: () => void) {
  let lastAnswer = performance.now()
  let outage: { readonly since: number; isTold: boolean } | undefined

  return {
    get isReachable() {
      return outage === undefined
    },
    /** How long ago the database last answered, in ms; 0 while it can be reached. */
    silentMs: () => (outage ? Math.round(performance.now() - lastAnswer) : 0),
    noteAnswer(): void {
      lastAnswer = performance.now()
      outage = undefined
    },
    /**
     * Turns a failure into a refusal, as `asOutage` does, and records whether the failure means that the database
     * cannot be reached.
     */
    refusal(cause: unknown, said: string): unknown {
      if (kindOf(cause) === "transient") {
        outage ??= { since: performance.now(), isTold: false }
        onFailure()
      }
      return asOutage(cause, at, said)
    },
    /** True once in an outage, when it has lasted that long. */
    isOverdue(ms: number): boolean {
      if (!outage || outage.isTold || performance.now() - outage.since < ms) return false
      outage.isTold = true
      return true
    },
  }
}
