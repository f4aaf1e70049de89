import * as z from "zod"
import { checkStates } from "./check-states.ts"

/** The criteria and checks of a task as responses show them. */

const CheckView = z
  .object({ by: z.string(), at: z.iso.datetime(), evidence: z.string().nullable() })
  .meta({ id: "Check", description: "Who checked off a criterion, when, and the evidence" })

export const checkFields = {
  criteria: z
    .array(
      z.object({
        text: z.string(),
        check: CheckView.nullable().describe("null: not met yet"),
        standsOn: z.string().optional().describe("the check whose result alone can meet the criterion"),
      }),
    )
    .optional(),
  criteriaCount: z.int(),
  criteriaMet: z.int().describe("how many of them are met"),
  criteriaChecks: z
    .custom<Record<string, string>>()
    .meta({ type: "object", additionalProperties: { type: "string" } })
    .optional()
    .describe("which criterion depends on which check; omitted if none does"),
  checkStates: z
    .array(z.object({ check: z.string(), state: z.enum(checkStates) }))
    .optional()
    .describe(
      "each check that the task names or that a criterion depends on; omitted if there is no check. `stale`: the result is for other files or another attempt, or a person must run the check",
    ),
}
