import * as z from "zod"

const text = z.string()

export const RefusedTaskView = z
  .object({
    id: text,
    code: text.describe("the `code` of the problem that a request for this task alone would return"),
    detail: text.describe("what is wrong with this task"),
    facts: z.looseObject({}).optional().describe("the facts of this case, as data"),
    errors: z
      .array(z.object({ path: text, message: text, received: z.unknown().optional() }))
      .optional()
      .describe("every problem with the changes to this task"),
  })
  .meta({ id: "RefusedTask", description: "A task left unchanged by a request for several tasks" })
