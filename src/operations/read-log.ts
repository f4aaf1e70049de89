import * as z from "zod"
import { viewLog } from "../domain/read-models/log-span.ts"
import { LogView } from "../domain/wire/log-schema.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { wholeInQuery } from "../domain/wire/schemas.ts"
import { query } from "../operation.ts"

export const readLog = query({
  name: "log.read",
  summary: "Read the range of the log, by event and by time",
  description:
    "With `at`, reads can show the board as it was at any moment between `first` and `last`. `points` shows how the events are spread over time.",
  http: { method: "GET", path: "/log" },
  access: "read",
  input: z.strictObject({
    points: wholeInQuery(2, 200).default(2).describe("how many events to show in `points`, 2–200"),
    fields: fieldsOf(LogView),
  }),
  output: z.object({ log: LogView }),
  record: "log",

  points: ({ points }) => points,
  read: (_, __, { points = [] }) => ({ log: viewLog(points) }),
})
