import * as z from "zod"
import { durationForm, durationHint } from "./duration.ts"
import { isoForm, isoInSchema, isoPattern, parseIso } from "./iso-time.ts"
import { Duration } from "./schemas.ts"
import type { SentTime } from "./time.ts"

/** A point in time, parsed to ms since 1970. */
export const IsoTime = z
  .string({ error: `expected ${isoForm}` })
  .regex(isoPattern, `expected ${isoForm}`)
  .transform((text) => parseIso(text) ?? NaN)
  .meta({ description: "ISO 8601 time", format: "date-time" })

const timeFrom = (sign: 1 | -1) =>
  z.union([IsoTime, Duration("1s", "520w").transform((ms): SentTime => ({ fromNow: sign * ms }))], {
    error: `expected ${isoForm}, or ${durationHint}`,
  })

/** A point in time. A duration counts from now, by the server's clock. */
export const Time = timeFrom(1).describe("ISO 8601 time, or a duration from now such as 2h")

/** A point in the past. */
export const PastTime = timeFrom(-1).describe("ISO 8601 time, or how long ago, such as 2h")

/** A moment of the board: right after the event `seq`, or at a time in ms since 1970. */
export type BoardMoment = { readonly seq: number } | { readonly time: number }

/** The same as it was sent. */
export type SentMoment = { readonly seq: number } | { readonly time: SentTime }

const momentForm = `expected the number of an event, such as 1204, ${isoForm}, or how long ago, such as 2h`

/**
 * 16 digits are enough for every integer that a program can represent exactly. A number beyond the last event is valid
 * text, not malformed.
 */
const seqForm = /^[1-9]\d{0,15}$/

/** The number of an event or a time, parsed to a `SentMoment`. A program may send the number as a JSON number. */
const MomentIn = z
  .preprocess(
    (value: string | number) => (typeof value === "number" ? String(value) : value),
    z.string({ error: momentForm }).transform((text, issues): SentMoment => {
      if (seqForm.test(text)) return { seq: Number(text) }
      const { data: time } = PastTime.safeParse(text)
      if (time !== undefined) return { time }
      issues.addIssue({ code: "custom", input: text, message: momentForm })
      return z.NEVER
    }),
  )
  .meta({
    description:
      "the number of an event, an ISO 8601 time, or how long ago; the response shows the board as it was then",
    pattern: `${seqForm.source}|${isoInSchema}|${durationForm}`,
  })

/** The parameter of a query that can be answered for an earlier moment. */
export const ofPast = { at: MomentIn.optional() }
