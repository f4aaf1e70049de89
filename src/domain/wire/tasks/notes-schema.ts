import * as z from "zod"

/** What an answer says beside what was asked. */
export const Notes = z
  .array(z.string())
  .optional()
  .describe(
    "possible mistakes, in words: names in the request that are unknown here; omitted if there are none",
  )
