import { waitOf, type Call, type CallResult } from "./call.ts"

/** A call whose answer is still owed. */
export interface Parked {
  readonly call: Call
  resolve(outcome: CallResult): void
  reject(error: unknown): void
}

/** Long polls, in the order they came. A waiting call costs a timer and nothing else. */
export interface Parking {
  /** Holds a call (once) until it leaves, until its time is up (then it gets `empty`), or until its caller is gone. */
  park(parked: Parked, empty: CallResult): void
  /** Oldest first. */
  waiting(kind: "query" | "command"): Parked[]
  /** It has its answer. */
  leave(parked: Parked): void
  /** Everyone gets the empty answer. */
  close(): void
}

export function createParking(): Parking {
  // A Map keeps the order of arrival.
  const spots = new Map<Parked, { leave(): void; giveUp(): void }>()

  return {
    park(parked, empty) {
      if (spots.has(parked)) return
      const { signal } = parked.call
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", leave)
        spots.delete(parked)
      }
      const giveUp = () => {
        leave()
        parked.resolve(empty)
      }
      const timer = setTimeout(giveUp, waitOf(parked.call))
      spots.set(parked, { leave, giveUp })
      if (signal?.aborted) leave()
      else signal?.addEventListener("abort", leave)
    },
    waiting: (kind) => [...spots.keys()].filter(({ call }) => call.operation.kind === kind),
    leave: (parked) => spots.get(parked)?.leave(),
    close() {
      for (const { giveUp } of [...spots.values()]) giveUp()
    },
  }
}
