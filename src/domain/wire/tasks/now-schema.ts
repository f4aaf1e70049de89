import * as z from "zod"

/** The present of a board. */
export const NowView = z
  .object({
    working: z.int().describe("tasks in doing"),
    needsYou: z
      .int()
      .describe("the tasks of the list filter `needs`; of anyone, where no agent is asked for"),
    stuck: z.int().describe("the tasks of the list filter `stuck`: work on them has come to a stop"),
    ready: z.int().describe("tasks in todo that may be started now"),
  })
  .meta({ id: "Now", description: "The present in four numbers; each names the list that it counts" })
export type NowView = z.infer<typeof NowView>
