import * as z from "zod"
import { number, text, textOrNull, timeOrNull } from "./event-fields.ts"

/** What is said of what only so many may use at once. */
export const resourceEvents = [
  /** How many tasks may hold it at once; null: it is not declared any more. */
  z.strictObject({
    type: z.literal("resource.declared"),
    resource: text,
    capacity: number.nullable(),
    description: textOrNull,
  }),
  z.strictObject({
    type: z.literal("resource.closed"),
    resource: text,
    until: timeOrNull,
    reason: textOrNull,
  }),
  z.strictObject({ type: z.literal("resource.opened"), resource: text }),
] as const
