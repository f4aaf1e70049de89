import type { DatabaseAddress } from "./address.ts"
import { asOutage, kindOf } from "./failures.ts"

/** Whether the database can be reached: from the first attempt that failed until one succeeds, it cannot. */
export interface Reach {
  readonly isReachable: boolean
  /** How long ago the database last answered, in ms; 0 while it can be reached. */
  silentMs(): number
  noteAnswer(): void
  /** Turns a failure into a refusal, as `asOutage` does, and notes whether it is one to reach the database. */
  refusal(cause: unknown, said: string): unknown
  /** True once in an outage, when it has lasted that long. */
  isOverdue(ms: number): boolean
}

export function createReach(at: DatabaseAddress, onFailure: () => void): Reach {
  let lastAnswer = performance.now()
  let outage: { readonly since: number; isTold: boolean } | undefined

  return {
    get isReachable() {
      return outage === undefined
    },
    silentMs: () => (outage ? Math.round(performance.now() - lastAnswer) : 0),
    noteAnswer() {
      lastAnswer = performance.now()
      outage = undefined
    },
    refusal(cause, said) {
      if (kindOf(cause) === "transient") {
        outage ??= { since: performance.now(), isTold: false }
        onFailure()
      }
      return asOutage(cause, at, said)
    },
    isOverdue(ms) {
      if (!outage || outage.isTold || performance.now() - outage.since < ms) return false
      outage.isTold = true
      return true
    },
  }
}
