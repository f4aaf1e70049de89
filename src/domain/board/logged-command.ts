import * as z from "zod"
import { boardEvent } from "../events/schemas.ts"
import { time } from "../events/fields.ts"
import { isObject, type Json } from "../wire/metadata.ts"

/** The first answer to a request with an Idempotency-Key, kept for repeats. A lease token in it is left out. */
const idempotencyRecord = z.strictObject({
  key: z.string(),
  /** Keys of two accounts are two keys. */
  via: z.string().exactOptional(),
  actor: z.string(),
  method: z.string(),
  path: z.string(),
  /** SHA-256 of the body, hex. */
  hash: z.string(),
  status: z.number(),
  answer: z.custom<Json>((value) => value !== undefined, "expected a JSON value"),
})
export type IdempotencyRecord = Readonly<z.infer<typeof idempotencyRecord>>

/** For each task that the command changed and that existed before: the seq of its last event before the command. */
export type Links = Readonly<Record<string, number>>

/** One command as the log holds it: its actor, its events and its time in ms since 1970. */
export const loggedCommand = z.strictObject({
  at: time,
  actor: z.string(),
  /** The account that it came by, on a board that asks who is there. */
  via: z.string().exactOptional(),
  events: z.array(boardEvent).readonly(),
  links: z
    .custom<Links>(
      (value) => isObject(value) && Object.values(value).every((seq) => typeof seq === "number"),
      "expected numbers of events by task",
    )
    .optional(),
  /** Only of a command that came with an Idempotency-Key. */
  idem: idempotencyRecord.readonly().optional(),
  /** The random id of the board, in the first command of a log, or in the first that a version with ids wrote. */
  board: z.string().exactOptional(),
})
export type LoggedCommand = Readonly<z.infer<typeof loggedCommand>>
