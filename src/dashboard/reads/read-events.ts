import type { PublicEvent } from "../../domain/events/shown.ts"
import { call } from "../api/api.ts"
import { session } from "../api/session.ts"
import { openEvents } from "../stream/follow-events.ts"
import { createEventReader } from "../../stream/sse.ts"

/** The events after one seq, up to and including another, oldest first. Rejects if the connection is lost. */
export async function readEvents(after: number, upTo: number): Promise<PublicEvent[]> {
  const events: PublicEvent[] = []
  if (upTo <= after) return events
  const abort = new AbortController()
  try {
    const parse = createEventReader()
    for await (const piece of await openEvents(after, session.token(), abort.signal)) {
      for (const { event, id, data } of parse(piece)) {
        // What commands have printed is no part of the log.
        if (event === "output") continue
        if (event === "reset" || Number(id) > upTo) return events
        events.push(JSON.parse(data) as PublicEvent)
        if (Number(id) === upTo) return events
      }
    }
    throw new Error("The stream ended early")
  } finally {
    abort.abort()
  }
}

/** The seq of the newest event, or of the moment that is shown. */
export async function readSeq(): Promise<number> {
  const result = await call("task.list", { limit: 1 })
  if ("refusal" in result) throw new Error(result.refusal.detail)
  return result.seq
}
