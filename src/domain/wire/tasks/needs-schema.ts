import * as z from "zod"
import { needReasons } from "../enums.ts"
import { isoTime } from "../field-views.ts"
import { TaskView } from "./view-schemas.ts"

/** A task that waits for a person. */
export const NeedView = z
  .object({
    task: TaskView.describe("without the long texts"),
    why: z.enum(needReasons).describe("the first reason that applies"),
    since: isoTime.describe("when that reason began to apply"),
    waiting: z.int().describe("how many open tasks the task blocks"),
    detail: z
      .string()
      .nullable()
      .describe(
        "the question or comment, or how the last attempt ended, in one line of at most 200 characters",
      ),
    by: z.string().nullable().describe("who asked or said it"),
    question: z
      .string()
      .optional()
      .describe(
        "the id of the question, such as C-7; a comment with this id in `answers` settles this need; omitted if there is no question",
      ),
    choices: z
      .array(z.string())
      .optional()
      .describe("with `question`: the answers to choose from; empty: no answers are suggested"),
  })
  .meta({ id: "Need", description: "A task that is waiting for a person, and why" })
export type NeedView = z.infer<typeof NeedView>
