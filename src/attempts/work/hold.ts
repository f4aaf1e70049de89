import { setTimeout as sleep } from "node:timers/promises"
import type { Stop } from "../processes/stop.ts"
import type { Grip } from "./grip.ts"
import type { TaskWatch } from "./task-watch.ts"
import type { ClaimedTask } from "./task-input.ts"

/**
 * The lease of a job while it is worked on. It is renewed, and checked as soon as the board reports that it may be
 * gone.
 */
export type Hold = ReturnType<typeof createHold>

interface LeaseKeeping {
  readonly stop: Stop
  /** The length of each lease, in ms. */
  readonly lease: number
  readonly watch: TaskWatch
}

export function createHold({ stop, lease, watch }: LeaseKeeping, grip: Grip, claimed: ClaimedTask) {
  const [over, ending] = [new AbortController(), new AbortController()]
  let refusal: unknown
  let isTold = false
  let wake = (): void => undefined
  const look = () => {
    isTold = true
    wake()
  }
  watch.begin(claimed.task.id, claimed.lease.epoch, look, over.signal)
  const stopped = () => ending.abort()
  if (stop.asked.aborted) stopped()
  stop.asked.addEventListener("abort", stopped, { signal: over.signal, once: true })

  async function pause(): Promise<void> {
    const due = new AbortController()
    const end = () => due.abort()
    wake = end
    over.signal.addEventListener("abort", end, { once: true })
    // A report that arrives while the lease is being renewed is too late for that renewal.
    if (!isTold)
      await sleep(Math.min(lease / 3, longestPauseMs), undefined, { signal: due.signal }).catch(
        () => undefined,
      )
    isTold = false
    over.signal.removeEventListener("abort", end)
  }

  const holding = grip.hold(pause, over.signal).then(async (error) => {
    if (over.signal.aborted || (await grip.endedByItself())) return
    refusal = error
    ending.abort()
  })
  return {
    /** Aborts when the processes for the task must end: the task was taken away, or the worker ends. */
    ending: ending.signal,
    /** The refusal that took the task away. */
    refusal: (): unknown => refusal,
    /** Renews it no longer. */
    end(): Promise<void> {
      over.abort()
      return holding
    },
  }
}

// --- internal ---

/** However long the lease is, the state of the output is reported to the server this often. */
const longestPauseMs = 10 * 60_000
