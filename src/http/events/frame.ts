import type { PublicEvent } from "../../domain/events/shown.ts"
import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"
import type { Problem } from "../../errors.ts"

// The messages of a stream. JSON does not contain raw line breaks, so one `data` line is enough.

/** A comment, which clients skip. It keeps a proxy from closing a quiet connection, and reveals a dead connection. */
export const heartbeat = ": \n\n"

export function toFrame(event: PublicEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Without an id, because it is not in the log. */
export function toOutputFrame(news: OutputMessage): string {
  return `event: output\ndata: ${JSON.stringify(news)}\n\n`
}

/** The client reads everything again. It connects again after this seq. */
export function toResetFrame(seq: number): string {
  return `id: ${seq}\nevent: reset\ndata: {"seq":${seq}}\n\n`
}

/** The last message of a stream that was opened only for past events. */
export function toEndFrame(seq: number): string {
  return `event: end\ndata: {"seq":${seq}}\n\n`
}

/** The last message of a stream that cannot go on. */
export function toRefusedFrame(problem: Problem): string {
  return `event: refused\ndata: ${JSON.stringify(problem)}\n\n`
}
