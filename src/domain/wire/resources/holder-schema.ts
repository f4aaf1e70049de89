import * as z from "zod"

/** Who holds a resource. */
export const HolderView = z.object({
  task: z.string(),
  agent: z.string(),
  unlanded: z
    .literal(true)
    .optional()
    .describe("nobody is at work on it, but what was done has not landed; to open the resource frees it"),
})
