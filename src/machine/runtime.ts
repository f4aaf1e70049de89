import { randomBytes } from "node:crypto"
import { setImmediate as turn } from "node:timers/promises"

/**
 * All by which two runs of the same code differ: clocks, timers, turns of the event loop, and chance. The engine, the
 * journal, the past and the search know nothing else of the kind, so that a run can be repeated exactly.
 */
export interface Runtime {
  /** The time of day, in ms since 1970. It may be set at any moment, forward or back. */
  wall(): number
  /** Ms since some moment in the past. It is never set. */
  monotonic(): number
  /** Calls `act` once, after so many ms. A timer does not keep the process alive. */
  after(ms: number, act: () => void): Timer
  /** Calls `act` again and again, each time after so many ms. */
  every(ms: number, act: () => void): Timer
  /** Resolves when the event loop has taken in what has arrived. */
  turn(): Promise<void>
  /** So many random bytes. */
  random(bytes: number): Buffer
}

export interface Timer {
  cancel(): void
}

/** That of this process. */
export const machineRuntime: Runtime = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return { cancel: () => clearTimeout(timer) }
  },
  every(ms, act) {
    const timer = setInterval(act, ms).unref()
    return { cancel: () => clearInterval(timer) }
  },
  turn: () => turn(),
  random: randomBytes,
}

/** Says whether a slice of work that began now may go on. */
export function sliceOf(ms: number, { monotonic }: Pick<Runtime, "monotonic">): () => boolean {
  const end = monotonic() + ms
  return () => monotonic() < end
}

/** Resolves after so many ms, or as soon as the signal is aborted. */
export function sleep(
  ms: number,
  { runtime, signal }: { runtime: Runtime; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer.cancel()
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = runtime.after(ms, end)
    if (signal.aborted) end()
    else signal.addEventListener("abort", end)
  })
}
