import { setTimeout as sleep } from "node:timers/promises"
import type { ClientError } from "../../client/client-error.ts"
import { errors, UpnextError } from "../../errors.ts"
import { line } from "../../terminal/output.ts"

export interface Limits {
  /** When it aborts, `persist` rejects with the last error or the signal's reason. */
  readonly signal?: AbortSignal
  /** When it aborts, the pauses between attempts get short. */
  readonly shortPauses?: AbortSignal
  isWorth?(): boolean
}

export interface Connection {
  /** True from the first call that failed until a call is answered. */
  isAway(): boolean
  /** Repeats the call until the server answers. Rejects if the server refuses, or when the limits are reached. */
  persist<T>(call: () => Promise<T>, limits?: Limits): Promise<T>
}

/** Calls `say` once when the server goes away and once when it is back, no matter how many jobs wait for it. */
export function createConnection(say: (text: string) => void, random = Math.random): Connection {
  let isAway = false

  function heard(): void {
    if (isAway) say("The server is back.")
    isAway = false
  }

  return {
    isAway: () => isAway,
    async persist(call, { signal, shortPauses, isWorth = () => true } = {}) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const answer = await call()
          heard()
          return answer
        } catch (error) {
          if (signal?.aborted) throw error
          if (!meansAway(error)) {
            if (error instanceof UpnextError) heard()
            throw error
          }
          if (!isWorth()) throw error
          if (!isAway) say(`The server cannot be reached: ${line((error as Error).message)} Trying again.`)
          isAway = true
          await pause(attempt, signal, shortPauses)
          if (signal?.aborted) throw error
        }
      }
    },
  }

  /** Rests before the next attempt; shorter after `shortPauses`. */
  async function pause(attempt: number, signal?: AbortSignal, shortPauses?: AbortSignal): Promise<void> {
    const isUrgent = shortPauses?.aborted === true
    const signals = [signal, isUrgent ? undefined : shortPauses].filter((each) => each !== undefined)
    const ms = isUrgent ? shortestRestMs / 2 : backOff(attempt, random())
    await sleep(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined)
  }
}

/** ms to wait after failure number `attempt` (from 0): 1 s, doubled up to 15 s, and randomly up to a quarter less or more. */
export function backOff(attempt: number, chance: number): number {
  return Math.min(shortestRestMs * 2 ** attempt, longestRestMs) * (0.75 + chance / 2)
}

/** True if the server did not decide: it, or its disk, is not available. */
export function meansAway(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return false
  const status = "problem" in error ? (error as ClientError).problem.status : errors[error.code].status
  return status >= 500 || status === 408
}

// --- internal ---

const shortestRestMs = 1000
const longestRestMs = 15_000
