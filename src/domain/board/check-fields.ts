import * as z from "zod"
import { checkStatuses } from "../wire/check-states.ts"
import { text, textOrNull } from "./event-fields.ts"

/** What came of a check, as it was reported. */
const reportFields = z.strictObject({
  check: text,
  status: z.enum(checkStatuses),
  exitCode: z.number().nullable(),
  durationMs: z.number(),
  output: text,
  tree: textOrNull,
  commit: textOrNull,
  branch: textOrNull,
  isClean: z.boolean(),
  isNew: z.boolean(),
  byPerson: z.boolean(),
})
export type ReportFields = Readonly<z.infer<typeof reportFields>>

/** A check was run on a task. */
export const checkReported = z.strictObject({
  type: z.literal("check.reported"),
  task: text,
  /** Of the attempt that it belongs to. */
  epoch: z.number(),
  by: text,
  result: reportFields,
})
