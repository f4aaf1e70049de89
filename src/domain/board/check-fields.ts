import * as z from "zod"
import { checkStatuses } from "../wire/check-states.ts"
import { id, number, text, textOrNull } from "./event-fields.ts"

/** What came of a check, as it was reported. */
const reportFields = z.strictObject({
  check: text,
  status: z.enum(checkStatuses),
  exitCode: number.nullable(),
  durationMs: number,
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
  task: id,
  /** Of the attempt that it belongs to. */
  epoch: number,
  by: text,
  result: reportFields,
})
