import type { Board } from "../domain/board/board.ts"
import { toPublicEvent, type PublicEvent } from "../domain/events/shown.ts"
import { changedTexts, type SearchIndex } from "../domain/board/search.ts"
import type { Identities } from "./identities.ts"
import type { Commit, Log } from "../storage/log.ts"

type CommitListener = (events: readonly PublicEvent[]) => void

/** Passes durable commits to the subscribers and the search, and reads older events from the log. */
export type Publisher = ReturnType<typeof createPublisher>

export interface PublisherOptions {
  readonly log: Log
  readonly board: Board
  readonly search: SearchIndex
  readonly identities: Pick<Identities, "follow">
  readonly warn: (message: string, error: unknown) => void
}

export function createPublisher({ log, board, search, identities, warn }: PublisherOptions) {
  const listeners = new Set<CommitListener>()

  function attempt(failed: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      warn(failed, error)
    }
  }

  return {
    /** Called when the board contains this commit and everything on the board is durable. */
    publish(commit: Commit): void {
      identities.follow(commit)
      // A failing listener does not affect a durable commit.
      attempt("The search failed on a commit", () =>
        search.put(changedTexts(board, commit.commands, search.fields)),
      )
      if (listeners.size === 0) return
      const events = toPublicEvents(commit)
      for (const listener of listeners) attempt("A subscriber failed on an event", () => listener(events))
    },
    subscribe(listener: CommitListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async *history(after: number) {
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
  return commit.commands.flatMap(({ at, actor, via, events }) =>
    events.map((event) => toPublicEvent(event, { seq: seq++, at, actor, via })),
  )
}
