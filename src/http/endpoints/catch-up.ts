import type { Engine } from "../../engine/api.ts"
import { fail } from "../../errors.ts"

/** How long a request waits for an event that another server wrote, in ms. */
export const catchUpMs = 1000

/**
 * Waits until the board contains the event that `Upnext-Min-Seq` names.
 * @throws not_caught_up after 1 s; invalid_input if the log has been read to its end and ends before the event
 */
export async function catchUp(engine: Engine, seq: number): Promise<void> {
  const reached = await engine.reach(seq, { waitMs: catchUpMs })
  if (reached === "behind") failBehind(engine, seq)
  if (reached === "beyond") failBeyond(engine, seq)
}

export function failBehind({ seq: now }: Engine, seq: number): never {
  fail("not_caught_up", {
    detail: `This server has events up to ${now}, but does not have event ${seq} yet.`,
    facts: { seq: now },
  })
}

// --- internal ---

/** A retry would not help: no server has announced this event, unless the log has lost it since. */
function failBeyond({ seq: now }: Engine, seq: number): never {
  const path = "Upnext-Min-Seq"
  const message = `the last event is ${now}`
  fail("invalid_input", {
    detail: `There is no event ${seq}: ${message}.`,
    facts: { field: path, seq: now, isBeyond: true },
    errors: [{ path, message, received: seq }],
  })
}
