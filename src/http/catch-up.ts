import type { Engine } from "../engine/api.ts"
import { fail } from "../errors.ts"

/** How long a request waits for an event that another server wrote, in ms. */
export const catchUpMs = 1000

/** Waits until the board holds an event. @throws not_caught_up after 1 s */
export async function catchUp(engine: Engine, seq: number): Promise<void> {
  const reached = await engine.reach(seq, { waitMs: catchUpMs, waitsBeyond: true })
  if (reached !== "reached") failBehind(engine, seq, reached === "beyond")
}

/** @param isBeyond the log itself ends before the event */
export function failBehind({ seq: now }: Engine, seq: number, isBeyond: boolean): never {
  const detail = isBeyond
    ? `The last event there is has the number ${now}, so there is no event ${seq}.`
    : `This server has the events up to ${now}, and not yet ${seq}.`
  fail("not_caught_up", { detail, facts: { seq: now, isBeyond } })
}
