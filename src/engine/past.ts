import type { BoardMoment, SentMoment } from "../domain/wire/time-schemas.ts"
import { iso, plainTime, timeOf } from "../domain/wire/time.ts"
import { fail } from "../errors.ts"
import type { Query } from "../operation.ts"
import type { Call, CallResult } from "./call.ts"
import type { Reached, ReachOptions } from "./seq-waiters.ts"

type PastQuery = Query & Required<Pick<Query, "past">>

/** A question about the board as it was. */
export interface PastQuestion extends Pick<Call, "input" | "actor" | "signal"> {
  readonly operation: string
  readonly moment: BoardMoment
  /** The last durable event: the log is read up to it. */
  readonly last: number
}

/** Answers questions about the past without holding up the present. */
export interface Past {
  /** @throws moment_not_found, past_unavailable, memory_too_small, and what the operation refuses with */
  answer(question: PastQuestion): Promise<CallResult>
  close(): Promise<void>
}

/** What is known of the present. */
interface Present {
  readonly seq: number
  readonly now: number
  reach(seq: number, options: ReachOptions): Promise<Reached>
}

export function isPastCall(call: Call): call is Call & { operation: PastQuery } {
  const { operation, input } = call
  return operation.kind === "query" && operation.past !== undefined && input[operation.past] !== undefined
}

/** Checks whether the log of past states contains the moment that a call asks for. @throws moment_not_found */
export async function askPast(
  past: Past,
  { operation, input, actor, signal }: Call & { operation: PastQuery },
  present: Present,
): Promise<CallResult> {
  const sent = input[operation.past] as SentMoment
  const moment: BoardMoment = "seq" in sent ? sent : { time: timeOf(sent.time, present.now) }
  if ("seq" in moment && moment.seq > present.seq) {
    const reached = await present.reach(moment.seq, { waitMs: reachMs })
    if (reached !== "reached") failBeyond(moment.seq, present.seq)
  }
  const { seq: last, now } = present
  if (last === 0) fail("moment_not_found", { detail: "Nothing has happened yet.", facts: { last } })
  if ("time" in moment && moment.time > now)
    fail("moment_not_found", {
      detail: `${plainTime(moment.time)} is in the future.`,
      facts: { last, now: iso(now) },
    })
  return past.answer({ operation: operation.name, input, actor, signal, moment, last })
}

// --- internal ---

/** How long a query waits for an event that another server may have written. */
const reachMs = 1000

function failBeyond(seq: number, last: number): never {
  const detail =
    last === 0 ? "Nothing has happened yet." : `The last event is ${last}, so there is no event ${seq}.`
  fail("moment_not_found", { detail, facts: { last } })
}
