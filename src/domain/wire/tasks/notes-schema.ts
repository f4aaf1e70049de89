import * as z from "zod"

/** What an answer says beside what was asked. */
export const Notes = z
  .array(z.string())
  .optional()
  .describe(
    "plain-text notes about unknown names in the request, which may be mistakes; omitted if there are none",
  )
