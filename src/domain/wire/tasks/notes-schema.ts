import * as z from "zod"

/** What an answer says beside what was asked. */
export const Notes = z
  .array(z.string())
  .optional()
  .describe(
    "in words, what may be a slip: names in the request that nobody here has; left out where there are none",
  )
