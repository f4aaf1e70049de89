import * as z from "zod"
import { errors, type ErrorCode } from "../../errors.ts"
import { factTable } from "../../facts.ts"

const text = z.string()
const forms = {
  text,
  textOrNull: text.nullable(),
  texts: z.array(text),
  flag: z.boolean(),
  number: z.number(),
  holders: z.array(z.object({ task: text, agent: text, unlanded: z.literal(true).optional() })),
}

const facts = Object.fromEntries(
  Object.entries(factTable).map(([name, { kind, about }]) => [name, forms[kind].optional().describe(about)]),
)

/** The form of every refusal (RFC 9457); see `Problem`. */
export const ProblemDocument = z
  .object({
    type: text.describe("the URL of the error code's entry in /docs"),
    title: text.describe("the same for every refusal with this code"),
    status: z.int().describe("the HTTP status"),
    detail: text.describe("what is wrong in this case"),
    code: z.enum(Object.keys(errors) as [ErrorCode]),
    hint: text.describe("what to do now"),
    facts: z
      .looseObject(facts)
      .optional()
      .describe("the facts of this case, as data; there may be other fields"),
    errors: z
      .array(z.object({ path: text, message: text, received: z.unknown().optional() }))
      .optional()
      .describe("every problem with the input"),
  })
  .meta({ id: "Problem", description: "A refusal (RFC 9457)" })
