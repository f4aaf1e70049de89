import * as z from "zod"
import { boardEvent } from "../events/schemas.ts"
import { time } from "../events/fields.ts"
import { isObject, type Json } from "../wire/metadata.ts"

/** The first answer to a request with an Idempotency-Key, stored for repeats without its lease token. */
const idempotencyRecord = z.strictObject({
  key: z.string(),
  /** The same key from another account is a different key. */
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

/** For each existing task that the command changed: the seq of its last event before the command. */
export type Links = Readonly<Record<string, number>>

/** One command as stored in the log: its actor, its events and its time in ms since 1970. */
export const loggedCommand = z.strictObject({
  at: time,
  actor: z.string(),
  /** The account that sent it, on a board with authentication. */
  via: z.string().exactOptional(),
  events: z.array(boardEvent).readonly(),
  links: z
    .custom<Links>(
      (value) => isObject(value) && Object.values(value).every((seq) => typeof seq === "number"),
      "expected numbers of events by task",
    )
    .optional(),
  /** The seq of an earlier command of this actor that is undone together with this one. */
  joins: z.number().exactOptional(),
  /** Only for a command with an Idempotency-Key. */
  idem: idempotencyRecord.readonly().optional(),
  /**
   * The random id of the board. It is in the first command of a log, or in the first command written by a version with
   * ids.
   */
  board: z.string().exactOptional(),
})
export type LoggedCommand = Readonly<z.infer<typeof loggedCommand>>
