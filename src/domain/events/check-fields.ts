import * as z from "zod"
import { checkStatuses } from "../wire/checks/check-states.ts"
import { number, text, textOrNull } from "./fields.ts"

/** What came of a check, as it was reported. */
export const reportFields = z.strictObject({
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
