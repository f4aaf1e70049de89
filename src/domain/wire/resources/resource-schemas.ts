import * as z from "zod"
import { PauseView } from "../agents/agent-schemas.ts"
import { HolderView } from "./holder-schema.ts"

/** What answers show of a resource. */
export const ResourceView = z
  .object({
    name: z.string(),
    capacity: z.int().describe("how many tasks may hold it at once"),
    declared: z.boolean().describe("false: nobody said so, and it has room for one"),
    description: z.string().nullable(),
    closed: PauseView.nullable().describe("while it is closed, nobody begins what needs it"),
    holders: z
      .array(HolderView)
      .describe("who is at work in it or below it, or has work there that has not landed"),
    waiting: z.array(z.string()).describe("ids of the tasks that would be ready if it had room, at most 20"),
    waitingCount: z.int().describe("how many there are"),
  })
  .meta({ id: "Resource", description: "A shared resource with limited capacity" })
export type ResourceView = z.infer<typeof ResourceView>
