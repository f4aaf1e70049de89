import type { Runtime } from "../machine/runtime.ts"
import { waitMs, type Call, type CallResult } from "./call.ts"

/** A call whose caller has no answer yet. */
export interface PendingCall {
  readonly call: Call
  resolve(result: CallResult): void
  reject(error: unknown): void
}

/**
 * The long polls: calls that wait until something is ready. Each costs a timer and nothing else. All peeks look
 * again when something has become ready; claims are tried in the next batch. Above `mostWaits` the oldest call gets
 * its empty answer early.
 */
export type Waiting = ReturnType<typeof createWaiting>

/** `arrivals` counts up whenever a task becomes ready. */
export function createWaiting({ after }: Pick<Runtime, "after">, arrivals: () => number) {
  // A Map keeps the order of arrival.
  const waits = new Map<PendingCall, { end(): void; giveUp(): void }>()
  const list = (kind: "query" | "command") =>
    [...waits.keys()].filter(({ call }) => call.operation.kind === kind)
  let triedArrivals = 0
  let peekedArrivals = 0
  let isClosed = false

  return {
    /**
     * Holds a call until it is removed, until its time is up (then it gets `empty`), or until its caller is gone. A
     * call that is already waiting keeps its position and its remaining time.
     */
    add(pending: PendingCall, empty: CallResult): void {
      if (isClosed) {
        pending.resolve(empty)
        return
      }
      if (waits.has(pending)) return
      const { signal } = pending.call
      const end = () => {
        timer.cancel()
        signal?.removeEventListener("abort", end)
        waits.delete(pending)
      }
      const giveUp = () => {
        end()
        pending.resolve(empty)
      }
      const timer = after(waitMs(pending.call), giveUp)
      waits.set(pending, { end, giveUp })
      const [oldest] = waits.values()
      if (waits.size > mostWaits) oldest?.giveUp()
      if (signal?.aborted) end()
      else signal?.addEventListener("abort", end)
    },
    /** Called when a call has its answer, whether or not it had to wait. */
    remove: (pending: PendingCall) => waits.get(pending)?.end(),
    /** Oldest first. */
    claims: (): PendingCall[] => list("command"),
    /** How many arrivals of ready tasks had happened when the claims were last tried. */
    get triedArrivals() {
      return triedArrivals
    },
    tried: (count: number) => void (triedArrivals = count),
    /** Whether a task has become ready since the waiting claims were last tried. */
    hasChance(): boolean {
      if (arrivals() === triedArrivals) return false
      if (list("command").length > 0) return true
      triedArrivals = arrivals()
      return false
    },
    /** The waiting peeks, if a task has become ready since this was last called; else none. */
    peeksToRepeat(): PendingCall[] {
      const count = arrivals()
      if (count === peekedArrivals) return []
      peekedArrivals = count
      return list("query")
    },
    /** Gives each waiting call, and each call added later, its empty answer at once. */
    close(): void {
      isClosed = true
      for (const { giveUp } of [...waits.values()]) giveUp()
    },
  }
}

// --- internal ---

/** Half of the connections that a server accepts; the other half is for clients that do not wait. */
const mostWaits = 2048
