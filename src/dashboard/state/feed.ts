import type { PublicEvent } from "../../domain/events/shown.ts"

export type Feed = ReturnType<typeof createFeed>

type FeedListener = (event: PublicEvent | "restart") => void

/** Hands the events of the one stream that the page follows on to whichever view is open. */
export function createFeed() {
  const listeners = new Set<FeedListener>()
  return {
    publish: (event: PublicEvent) => listeners.forEach((listener) => listener(event)),
    /** All was read anew: what was gathered before may be of another past. */
    restart: () => listeners.forEach((listener) => listener("restart")),
    subscribe(listener: FeedListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
