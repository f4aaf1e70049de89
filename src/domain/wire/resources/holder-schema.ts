import * as z from "zod"
import { isoTime } from "../field-views.ts"

/** Who holds a resource. */
export const HolderView = z.object({
  task: z.string(),
  agent: z.string(),
  unlanded: z
    .literal(true)
    .optional()
    .describe("nobody is working on the task, but its work has not landed; open the resource to free it"),
})

/** What keeps a task from being begun. */
export const TakenView = z
  .object({
    resource: z.string(),
    by: z.array(HolderView).describe("tasks that use the resource or have unlanded work in it, at most 20"),
    closedUntil: isoTime
      .nullable()
      .optional()
      .describe("closed until this time; null: until somebody opens it"),
    reason: z.string().nullable().optional().describe("why it is closed"),
  })
  .meta({
    id: "Taken",
    description: "Resources that a task in todo needs but cannot get now; omitted if none is taken",
  })
