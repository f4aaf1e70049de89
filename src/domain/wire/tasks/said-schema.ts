import * as z from "zod"
import { CommentId } from "../schemas.ts"
import { placeOfComment } from "./place-schemas.ts"

/** A comment by someone else on a task that its holder has not acknowledged yet. */
export const SaidView = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string().describe("at most 4,000 characters"),
    place: placeOfComment,
    answers: z.string().optional().describe("the question that the comment answers"),
  })
  .meta({ id: "Said", description: "A comment that the holder of the task has not read" })
export type SaidView = z.infer<typeof SaidView>

export const Said = z
  .array(SaidView)
  .optional()
  .describe(
    "for the holder: unread comments by others, oldest first, at most 20. The comments are sent again until a write acknowledges them with `heard`; omitted if there are none",
  )

export const Heard = CommentId.optional().describe(
  "the last comment from `said` that the caller has received",
)
