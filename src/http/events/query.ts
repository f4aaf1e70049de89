import * as z from "zod"
import { AccountName } from "../../domain/wire/access/access-schemas.ts"
import { eventKinds, type EventType } from "../../domain/events/index.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { Flag, many, TaskId, wholeInQuery } from "../../domain/wire/schemas.ts"
import type { Subscriber } from "./broadcast.ts"

const types = Object.keys(eventKinds) as [EventType]

/** What may be asked of the stream of events. */
export const EventsQuery = z.strictObject({
  after: wholeInQuery(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("only events after this seq; default: from now on. `Last-Event-ID` takes precedence"),
  type: many(z.enum(types, { error: `expected an event type: ${types.join(", ")}` })).describe(
    "only events of this type; may be given several times",
  ),
  task: TaskId.optional().describe("only events about this task"),
  by: AccountName.optional().describe("only what this account did"),
  once: Flag.optional().describe("end once all past events are sent"),
  output: Flag.optional().describe("also report when the command working on a task has printed more output"),
})

type EventsFilter = Pick<z.output<typeof EventsQuery>, "type" | "task" | "by">

/** Whether a stream gets an event; undefined where it gets all. */
export function filterOf({ type, task, by }: EventsFilter): Subscriber["accepts"] {
  if (type === undefined && task === undefined && by === undefined) return undefined
  const types = type && new Set<string>(type)
  return (event) =>
    (!types || types.has(event.type)) &&
    (task === undefined || event.task === task) &&
    (by === undefined || isSameName(event.via ?? null, by))
}

/** The same for streams with the same filter. */
export function keyOf({ type, task, by }: EventsFilter): string {
  return JSON.stringify([task, type?.toSorted(), by])
}
