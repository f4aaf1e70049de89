import * as z from "zod"

/** Fields of a task, beside its title, that words are found in. */
export const excerptFields = ["description", "done_criteria", "summary", "tags", "project"] as const

const TextMark = z.object({
  start: z.int().describe("UTF-16 units before it"),
  end: z.int().describe("UTF-16 units up to its end"),
})
const marks = z.array(TextMark).describe("the parts that match, in order; none overlap")

/** Where a search found its words in a task. */
export const MatchView = z
  .object({
    title: marks,
    excerpt: z
      .object({
        field: z.enum(excerptFields),
        text: z.string().describe("one line, at most 200 characters; `…` stands where something is cut off"),
        marks,
      })
      .nullable()
      .describe("the words around the match in another field; null where the title holds all of them"),
  })
  .meta({ id: "Match", description: "Where the words of a search are in a task" })
export type MatchView = z.infer<typeof MatchView>
export type TextMark = z.infer<typeof TextMark>
