import * as z from "zod"

const text = z.string()

export const RefusedTaskView = z
  .object({
    id: text,
    code: text.describe("the `code` that the problem would have if the request were about this task alone"),
    detail: text.describe("what is wrong with this task"),
    facts: z.looseObject({}).optional().describe("what is known about this case, as data"),
    errors: z
      .array(z.object({ path: text, message: text, received: z.unknown().optional() }))
      .optional()
      .describe("every problem of the changes, for this task"),
  })
  .meta({ id: "RefusedTask", description: "A task that a request on several tasks has left as it was" })
