import * as z from "zod"

/** What an answer says if the request changed nothing. */
export const Unchanged = z
  .literal(true)
  .optional()
  .describe("true: the task had these values already; only a comment may have been added")

export const Repeated = z
  .literal(true)
  .optional()
  .describe("true: the same agent had already done this, and nothing was added")
