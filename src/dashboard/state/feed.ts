import type { PublicEvent } from "../../domain/events/shown.ts"

export interface Feed {
  publish(event: PublicEvent): void
  /** All was read anew: what was gathered before may be of another past. */
  restart(): void
  subscribe(listener: FeedListener): () => void
}

type FeedListener = (event: PublicEvent | "restart") => void

/** Hands the events of the one stream that the page follows on to whichever view is open. */
export function createFeed(): Feed {
  const listeners = new Set<FeedListener>()
  return {
    publish: (event) => listeners.forEach((listener) => listener(event)),
    restart: () => listeners.forEach((listener) => listener("restart")),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
