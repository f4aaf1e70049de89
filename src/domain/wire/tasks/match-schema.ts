import * as z from "zod"

/** Task fields other than the title in which words are found. */
export const excerptFields = ["description", "done_criteria", "summary", "tags", "project"] as const

const TextMark = z.object({
  start: z.int().describe("how many UTF-16 units come before the matching part"),
  end: z.int().describe("how many UTF-16 units come before the end of the matching part"),
})
const marks = z.array(TextMark).describe("the matching parts, in order, without overlap")

/** Where a search found its words in a task. */
export const MatchView = z
  .object({
    title: marks,
    excerpt: z
      .object({
        field: z.enum(excerptFields),
        text: z.string().describe("one line, at most 200 characters; `…` marks where it is cut"),
        marks,
      })
      .nullable()
      .describe("the context of the match in another field; null if the title contains all the words"),
  })
  .meta({ id: "Match", description: "Where the words of a search occur in a task" })
export type MatchView = z.infer<typeof MatchView>
export type TextMark = z.infer<typeof TextMark>
