import * as z from "zod"

/** The present of a board. */
export const NowView = z
  .object({
    working: z.int().describe("tasks in doing"),
    needsYou: z
      .int()
      .describe(
        "tasks that the list filter `needs` selects for the given agent, or for anyone if none is given",
      ),
    stuck: z.int().describe("the tasks selected by the list filter `stuck`: work on them has stopped"),
    ready: z.int().describe("tasks in todo that may be started now"),
  })
  .meta({ id: "Now", description: "Four numbers about the current board; each is the length of a list" })
export type NowView = z.infer<typeof NowView>
