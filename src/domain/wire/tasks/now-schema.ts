import * as z from "zod"

/** The present of a board. */
export const NowView = z
  .object({
    working: z.int().describe("tasks in doing"),
    needsYou: z
      .int()
      .describe("the tasks selected by the list filter `needs`; if no agent is given, for anyone"),
    stuck: z.int().describe("the tasks selected by the list filter `stuck`: work on them has stopped"),
    ready: z.int().describe("tasks in todo that may be started now"),
  })
  .meta({ id: "Now", description: "The current board in four numbers, each the length of a list" })
export type NowView = z.infer<typeof NowView>
