import * as z from "zod"

/** What an answer says beside what was asked. */
export const Notes = z
  .array(z.string())
  .optional()
  .describe(
    "possible mistakes, described in plain text: unknown names in the request; omitted if there are none",
  )
