import * as z from "zod"
import { CommentId } from "../schemas.ts"
import { PlaceView } from "./place-schemas.ts"

/** What somebody else has said on a task since its holder last heard. */
export const SaidView = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string().describe("at most 4,000 characters"),
    place: PlaceView.optional().describe("the line of the change that it is about"),
    answers: z.string().optional().describe("the question that it answers"),
  })
  .meta({ id: "Said", description: "A comment that the holder of the task has not heard" })
export type SaidView = z.infer<typeof SaidView>

export const Said = z
  .array(SaidView)
  .optional()
  .describe(
    "to the holder: the comments by others that it has not heard, oldest first, at most 20. They come again until a write says `heard`; left out where there are none",
  )

export const Heard = CommentId.optional().describe("the last comment of `said` that was got")
