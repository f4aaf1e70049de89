import { setTimeout as sleep } from "node:timers/promises"
import type { ClientError } from "../../client/client-error.ts"
import { errors, UpnextError } from "../../errors.ts"
import { line } from "../../terminal/output.ts"

export interface Limits {
  /** Gives up, with what the server was last heard to say, or the signal's reason. */
  readonly signal?: AbortSignal
  /** Cuts the pauses short: the time is running out. */
  readonly hurry?: AbortSignal
  /** Whether it is worth trying once more. */
  isWorth?(): boolean
}

/** A server that may go away and come back. */
export interface Connection {
  /** True from the first call that found it away to the first that was answered. */
  isAway(): boolean
  /** Calls until the server answers. Rejects with its refusal, or as the limits say. */
  persist<T>(call: () => Promise<T>, limits?: Limits): Promise<T>
}

/** `say` is told once when the server is away, and once when it is back, however many wait for it. */
export function createConnection(say: (text: string) => void, random = Math.random): Connection {
  let isAway = false

  function heard(): void {
    if (isAway) say("The server is back.")
    isAway = false
  }

  return {
    isAway: () => isAway,
    async persist(call, { signal, hurry, isWorth = () => true } = {}) {
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
          if (!isAway) say(`The server is away: ${line((error as Error).message)} Trying on.`)
          isAway = true
          await pause(attempt, signal, hurry)
          if (signal?.aborted) throw error
        }
      }
    },
  }

  /** Rests before the next attempt; shorter where there is hurry. */
  async function pause(attempt: number, signal?: AbortSignal, hurry?: AbortSignal): Promise<void> {
    const isUrgent = hurry?.aborted === true
    const signals = [signal, isUrgent ? undefined : hurry].filter((each) => each !== undefined)
    const ms = isUrgent ? shortestRestMs / 2 : backOff(attempt, random())
    await sleep(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined)
  }
}

/** ms to wait after the nth failure (from 0): 1 s, doubling to 15 s, by chance up to a quarter less or more. */
export function backOff(attempt: number, chance: number): number {
  return Math.min(shortestRestMs * 2 ** attempt, longestRestMs) * (0.75 + chance / 2)
}

/** True where nobody decided anything: the server, or its disk, is away. */
export function meansAway(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return false
  const status = "problem" in error ? (error as ClientError).problem.status : errors[error.code].status
  return status >= 500 || status === 408
}

// --- internal ---

const shortestRestMs = 1000
const longestRestMs = 15_000
