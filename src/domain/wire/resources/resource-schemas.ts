import * as z from "zod"
import { PauseView } from "../agents/agent-schemas.ts"
import { HolderView } from "./holder-schema.ts"

/** What answers show of a resource. */
export const ResourceView = z
  .object({
    name: z.string(),
    capacity: z.int().describe("how many tasks may hold the resource at once"),
    declared: z.boolean().describe("false: no capacity was set, so the resource has room for one task"),
    description: z.string().nullable(),
    closed: PauseView.nullable().describe("while the resource is closed, work that needs it cannot begin"),
    holders: z
      .array(HolderView)
      .describe("tasks that use the resource or a part of it, or have unlanded work there"),
    waiting: z
      .array(z.string())
      .describe("ids of the tasks that would be ready if the resource had room, at most 20"),
    waitingCount: z.int().describe("how many such tasks there are"),
  })
  .meta({ id: "Resource", description: "A shared resource with limited capacity" })
export type ResourceView = z.infer<typeof ResourceView>
