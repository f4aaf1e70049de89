import * as z from "zod"
import { isoTime } from "../field-views.ts"
import { AgentName, line } from "../schemas.ts"

/** What makes a comment a question. */
export const AskIn = z
  .strictObject({
    to: AgentName.optional().describe("who should answer; default: anyone"),
    choices: z
      .array(line(100, "a choice"))
      .max(10, "must have at most 10 choices")
      .default([])
      .describe("suggested answers; any other answer is also accepted"),
  })
  .meta({ id: "AskIn", description: "The question in a comment" })

export const AskView = z
  .object({
    to: z.string().nullable().describe("who should answer; null: anyone"),
    choices: z.array(z.string()),
  })
  .meta({ id: "Ask", description: "The question in a comment" })

/** A question on a task that nobody has answered. */
export const QuestionView = z
  .object({
    id: z.string().describe("the comment that asks the question; an answer has this id in `answers`"),
    author: z.string(),
    content: z.string().describe("at most 4,000 characters"),
    ...AskView.shape,
    createdAt: isoTime,
  })
  .meta({ id: "Question", description: "A comment that is waiting for an answer" })
