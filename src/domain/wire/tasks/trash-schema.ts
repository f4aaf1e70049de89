import * as z from "zod"
import { dropReasons, edgeFields } from "../enums.ts"

/** An edge that a task which comes back has lost. */
export const DroppedEdge = z
  .object({
    of: z.string().describe("the task that named the other one"),
    field: z.enum(edgeFields),
    to: z.string(),
    why: z
      .enum(dropReasons)
      .describe("`circle`: tasks would now wait for each other; `gone`: the other task is gone for good"),
  })
  .meta({ id: "DroppedEdge", description: "A link between two tasks that was dropped" })
