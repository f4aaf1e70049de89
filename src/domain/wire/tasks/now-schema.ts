import * as z from "zod"

/** The present of a board. */
export const NowView = z
  .object({
    working: z.int().describe("tasks in doing"),
    needsYou: z
      .int()
      .describe("the tasks that the list filter `needs` selects; for anyone, if no agent is given"),
    stuck: z.int().describe("the tasks that the list filter `stuck` selects: work on them has stopped"),
    ready: z.int().describe("tasks in todo that may be started now"),
  })
  .meta({ id: "Now", description: "The current board in four numbers, each the length of a list" })
export type NowView = z.infer<typeof NowView>
