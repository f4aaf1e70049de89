import { toPublicEvent, type PublicEvent } from "../domain/public-events.ts"
import type { Commit, Log } from "../storage/log.ts"

type Listener = (events: readonly PublicEvent[]) => void

/** Tells subscribers what has become durable; shows what was before. */
export interface Publisher {
  publish(commit: Commit): void
  subscribe(listener: Listener): () => void
  history(after: number): AsyncIterable<readonly PublicEvent[]>
}

export function createPublisher(log: Log, warn: (message: string, error: unknown) => void): Publisher {
  const listeners = new Set<Listener>()
  return {
    publish(commit) {
      if (listeners.size === 0) return
      const events = toPublicEvents(commit)
      for (const listener of listeners) {
        try {
          listener(events)
        } catch (error) {
          warn("A subscriber failed at an event", error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async *history(after) {
      for await (const commit of log.read(after)) {
        const events = toPublicEvents(commit).filter(({ seq }) => seq > after)
        if (events.length > 0) yield events
      }
    },
  }
}

// --- internal ---

function toPublicEvents(commit: Commit): PublicEvent[] {
  let seq = commit.seq
  return commit.commands.flatMap(({ at, actor, events }) =>
    events.map((event) => toPublicEvent(event, { seq: seq++, at, actor })),
  )
}
