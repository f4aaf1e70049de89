import type { PublicEvent } from "../../domain/read-models/public-events.ts"

/** A comment, which clients skip. It keeps a proxy from closing a quiet connection, and shows a dead one. */
export const heartbeat = ": \n\n"

/** An event as a message of the stream. JSON holds no raw line break, so one `data` line is enough. */
export function toFrame(event: PublicEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
