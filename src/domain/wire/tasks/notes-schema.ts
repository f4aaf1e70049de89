import * as z from "zod"

/** What an answer says beside what was asked. */
export const Notes = z
  .array(z.string())
  .optional()
  .describe(
    "plain-text notes about possible mistakes, such as unknown names or the end of another agent's claim; omitted if there are none",
  )
