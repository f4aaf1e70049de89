import * as z from "zod"
import { checkStatuses } from "../checks/check-states.ts"
import { unfinishedEndings } from "../enums.ts"
import { PlaceView } from "./place-schemas.ts"
import { isoTime } from "../field-views.ts"
import { WorkView } from "../checks/work-schemas.ts"

const LastAttempt = z
  .object({ agent: z.string(), ended: z.enum(unfinishedEndings), reason: z.string().nullable(), at: isoTime })
  .meta({ id: "LastAttempt", description: "Who worked on the task last, and how that ended" })

const LineComment = z
  .object({
    id: z.string(),
    author: z.string(),
    place: PlaceView,
    content: z.string(),
    at: isoTime,
    cut: z.literal(true).optional().describe("only the beginning is here; it ends in `…`"),
  })
  .meta({
    id: "LineComment",
    description: "A comment on a line of the change, as the next worker is shown it",
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
        "the comments on lines that it gathers, by file and line, 12,000 characters in all; left out where there are none",
      ),
    linesOmitted: z.int().optional().describe("how many more of them there are; left out where all are here"),
  })
  .meta({
    id: "ChangesRequested",
    description: "A review whose request nobody has answered by finishing anew",
  })

const HandoffComment = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string(),
    at: isoTime,
    place: PlaceView.optional().describe("the line of the change that it is about"),
    cut: z.literal(true).optional().describe("only the beginning is here; it ends in `…`"),
  })
  .meta({ id: "HandoffComment", description: "A comment, as the next worker is shown it" })

const HandoffCheck = z
  .object({
    check: z.string(),
    status: z.enum(checkStatuses),
    counts: z.boolean().describe("false: it is of other files or of another attempt"),
    summary: z.string().describe("in words, such as `test · exit 1 · 41 s · a1b2c3d`"),
    output: z.string().optional().describe("the end of what it printed, where it did not pass"),
    by: z.string(),
    at: isoTime,
  })
  .meta({ id: "HandoffCheck", description: "The newest result of a check" })

/** What happened to a task before somebody takes it. */
export const Handoff = z
  .object({
    attempts: z.int().describe("attempts that were given up as failed since the task was last opened"),
    expiries: z.int().describe("claims that ran out since then"),
    lastAttempt: LastAttempt.nullable().describe("null: there was none, or it finished the task"),
    review: ChangesRequested.nullable().describe(
      "its words, and the comments that it gathers, are not repeated in `comments`",
    ),
    work: WorkView.optional().describe("what was left in a repository; left out where nothing was reported"),
    unlanded: z
      .array(z.string())
      .optional()
      .describe(
        "the tasks in `blockedBy` that are done and whose work has not landed; left out where there are none",
      ),
    comments: z
      .array(HandoffComment)
      .describe(
        "by others, since the claimer's previous attempt began; the newest 10, oldest first, 4,000 characters in all",
      ),
    checks: z
      .array(HandoffCheck)
      .optional()
      .describe("the newest result of each check that was run; left out where none was"),
    omitted: z.int().describe("how many more such comments there are"),
  })
  .meta({ id: "Handoff", description: "The earlier history of a task" })
export type Handoff = z.infer<typeof Handoff>
