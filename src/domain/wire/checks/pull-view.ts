import * as z from "zod"
import { pullReviews, pullStates } from "../enums.ts"

export const PullView = z
  .object({
    state: z.enum(pullStates),
    head: z.string().optional().describe("the last commit of its branch"),
    failed: z.array(z.string()).optional().describe("the failed required checks"),
    optionalFailed: z.array(z.string()).optional().describe("other failed checks"),
    review: z.enum(pullReviews).optional(),
  })
  .meta({
    id: "Pull",
    description: "The last known state of a pull request",
  })
export type PullView = z.infer<typeof PullView>
