import * as z from "zod"
import { isoTime } from "./field-views.ts"

const LogPointView = z
  .object({ seq: z.int(), at: isoTime })
  .meta({ id: "LogPoint", description: "The number and the time of an event" })

/** How far the log reaches. */
export const LogView = z
  .object({
    first: LogPointView.nullable().describe("null: nothing has happened yet"),
    last: LogPointView.nullable().describe("null: nothing has happened yet"),
    points: z.array(LogPointView).describe("a sample of events, evenly spread over the log, in order"),
  })
  .meta({
    id: "Log",
    description:
      "The span of the log: reads can show the board as it was at any moment between first and last",
  })
export type LogView = z.infer<typeof LogView>
