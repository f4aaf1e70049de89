import * as z from "zod"
import { checkStatuses } from "../checks/check-states.ts"
import { unfinishedEndings } from "../enums.ts"
import { placeOfComment, PlaceView } from "./place-schemas.ts"
import { isoTime } from "../field-views.ts"
import { WorkView } from "../checks/work-schemas.ts"

const LastAttempt = z
  .object({ agent: z.string(), ended: z.enum(unfinishedEndings), reason: z.string().nullable(), at: isoTime })
  .meta({ id: "LastAttempt", description: "Who worked on the task last, and how that attempt ended" })

const LineComment = z
  .object({
    id: z.string(),
    author: z.string(),
    place: PlaceView,
    content: z.string(),
    at: isoTime,
    cut: z
      .literal(true)
      .optional()
      .describe("true: `content` is only the beginning of the comment, and ends with `…`"),
  })
  .meta({
    id: "LineComment",
    description: "A comment on a line of the change, as the next worker sees it",
  })

const ChangesRequested = z
  .object({
    reviewer: z.string(),
    decision: z.literal("request_changes"),
    comment: z.string().nullable(),
    at: isoTime,
    lines: z
      .array(LineComment)
      .optional()
      .describe(
        "the collected line comments, ordered by file and line, up to 12,000 characters in total; omitted if there are none",
      ),
    linesOmitted: z
      .int()
      .optional()
      .describe("how many more line comments there are; omitted if all are included"),
  })
  .meta({
    id: "ChangesRequested",
    description: "A request for changes that is still open: the task has not been finished since",
  })

const HandoffComment = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string(),
    at: isoTime,
    place: placeOfComment,
    cut: z
      .literal(true)
      .optional()
      .describe("true: `content` is only the beginning of the comment, and ends with `…`"),
    kind: z.enum(["question", "answer"]).optional().describe("omitted for any other comment"),
    answers: z.string().optional().describe("the question that the comment answers"),
  })
  .meta({ id: "HandoffComment", description: "A comment, as the next worker sees it" })

const HandoffCheck = z
  .object({
    check: z.string(),
    status: z.enum(checkStatuses),
    counts: z.boolean().describe("false: the result is for other files or another attempt"),
    summary: z.string().describe("in words, such as `test · exit 1 · 41 s · a1b2c3d`"),
    output: z.string().optional().describe("the end of the check's output, if it did not pass"),
    by: z.string(),
    at: isoTime,
  })
  .meta({ id: "HandoffCheck", description: "The newest result of a check" })

/** What happened to a task before somebody takes it. */
export const Handoff = z
  .object({
    attempts: z.int().describe("attempts that were given up as failed since the task was last opened"),
    expiries: z.int().describe("claims that have expired since then"),
    lastAttempt: LastAttempt.nullable().describe(
      "null: there was no attempt, or the last one finished the task",
    ),
    review: ChangesRequested.nullable().describe(
      "the review's text and the comments it collects are not repeated in `comments`",
    ),
    work: WorkView.optional().describe("the work in a repository; omitted if none was reported"),
    unlanded: z
      .array(z.string())
      .optional()
      .describe(
        "the tasks in `blockedBy` that are done but whose work has not landed; omitted if there are none",
      ),
    comments: z
      .array(HandoffComment)
      .describe(
        "comments by others, and all questions and answers, since the claimer's previous attempt began: the newest 10, oldest first, an answer after its question, up to 4,000 characters in total",
      ),
    checks: z
      .array(HandoffCheck)
      .optional()
      .describe("the newest result of each check that was run; omitted if none was"),
    omitted: z.int().describe("how many more such comments there are"),
  })
  .meta({ id: "Handoff", description: "The earlier history of a task" })
export type Handoff = z.infer<typeof Handoff>
