import * as z from "zod"
import { pullReviews, pullStates } from "../enums.ts"

export const PullView = z
  .object({
    state: z.enum(pullStates),
    head: z.string().optional().describe("the last commit of its branch"),
    failed: z.array(z.string()).optional().describe("the required checks that have failed"),
    optionalFailed: z.array(z.string()).optional().describe("other checks that have failed"),
    review: z.enum(pullReviews).optional(),
  })
  .meta({
    id: "Pull",
    description: "A pull request as it was seen last",
  })
export type PullView = z.infer<typeof PullView>
