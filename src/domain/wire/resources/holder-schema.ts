import * as z from "zod"
import { isoTime } from "../field-views.ts"

/** Who holds a resource. */
export const HolderView = z.object({
  task: z.string(),
  agent: z.string(),
  unlanded: z
    .literal(true)
    .optional()
    .describe("nobody is at work on it, but what was done has not landed; to open the resource frees it"),
})

/** What keeps a task from being begun. */
export const TakenView = z
  .object({
    resource: z.string(),
    by: z
      .array(HolderView)
      .describe("who is at work in it, or has work there that has not landed, at most 20"),
    closedUntil: isoTime.nullable().optional().describe("it is closed; null: until somebody opens it"),
    reason: z.string().nullable().optional().describe("why it is closed"),
  })
  .meta({
    id: "Taken",
    description: "Resources that a task in todo needs and cannot have now; left out where nothing is taken",
  })
