import * as z from "zod"
import { checkFields } from "../checks/check-views.ts"
import { isoTime, ownViews, shownViews } from "../field-views.ts"
import { decisions, noticeKinds, stuckReasons } from "../enums.ts"
import { TakenView } from "../resources/holder-schema.ts"
import { MatchView } from "./match-schema.ts"
import { AskView, QuestionView } from "./question-schemas.ts"
import { PlaceView } from "./place-schemas.ts"
import { objectForm } from "../metadata.ts"
import { FinishedBy } from "../schemas.ts"
import { StatusName } from "../word-schemas.ts"
import { WorkView } from "../checks/work-schemas.ts"
import { UsageView } from "../usage/usage-schemas.ts"

/** The schemas of what answers show. Times are ISO 8601 in UTC. An empty field is null. */

const none = z.null()
export const LeaseView = z
  .object({
    holder: z.string(),
    session: z
      .union([z.string(), none])
      .describe("which of the processes of that name holds it; null: it named no session"),
    epoch: z.int().describe("the number of the attempt, higher at each claim"),
    expiresAt: z.union([isoTime, none]).describe("null: it does not run out"),
    heardAt: z
      .union([isoTime, none])
      .describe("when the holder wrote last, a heartbeat included; null: nobody has claimed it yet"),
    finishedBy: FinishedBy.optional().describe("the worker that claimed it finishes it"),
    unheard: z
      .int()
      .optional()
      .describe("comments by others that its holder has not heard, at most 20; left out: none"),
    quiet: z
      .object({
        since: isoTime.describe("the last new line"),
        stuckAt: isoTime.describe("from then on the task is stuck"),
        line: z.string().nullable().describe("what was printed again since; null: nothing"),
      })
      .optional()
      .describe("its command prints nothing new, as its worker sees it; left out where it does"),
  })
  .meta({ id: "Lease", description: "Who holds a task, and until when" })

export const TaskView = z
  .object({
    id: z.string(),
    ...ownViews,
    ...shownViews,
    status: StatusName,
    reason: z.string().nullable(),
    createdBy: z.string(),
    source: z
      .string()
      .optional()
      .describe(
        "where it comes from, such as `beads:bd-1`: its authors and times are what that tool says; left out of a task that was made here",
      ),
    ...checkFields,
    etaMs: z.int().nullable(),
    waitsFor: z
      .array(z.string())
      .optional()
      .describe(
        "the open tasks that a task in todo waits for: all of `blockedBy` that are open, and at most 20 of its children; left out where it waits for none",
      ),
    blocks: z.array(z.string()).describe("the tasks that name this one in blockedBy"),
    children: z
      .object({ total: z.int(), done: z.int() })
      .nullable()
      .describe("how many children it has; cancelled ones are not counted; null: none"),
    taken: TakenView.optional(),
    ready: z.boolean().describe("may be started now"),
    attempts: z.int().describe("attempts that were given up as failed since it was last opened"),
    expiries: z.int().describe("claims that ran out since it was last opened"),
    backoffUntil: isoTime
      .nullable()
      .describe("after an attempt that failed or ran out the task rests, or rested, until this time"),
    lease: LeaseView.nullable(),
    stuck: z
      .array(z.enum(stuckReasons))
      .optional()
      .describe(
        "why work has come to a stop: its claim ran out, no attempt is left, its claims ran out too often, it is blocked and nobody has said a word for a day, it is overdue, it is ready and no agent has all its skills, or its command prints nothing new; left out where it has not, and where the next task is only looked at",
      ),
    stuckDetail: z
      .string()
      .optional()
      .describe(
        "with `no_one_can`: what keeps all agents from it, such as `needs gpu`, or whose name nobody has",
      ),
    silentAt: isoTime
      .optional()
      .describe(
        "the moment from which a blocked task counts as `silent`; a change or a comment moves it on; left out of any other task",
      ),
    deleted: z
      .object({ at: isoTime, by: z.string(), until: isoTime.describe("from then on it is gone") })
      .optional()
      .describe("only of a task in the trash"),
    match: MatchView.optional().describe("where the words of `q` are; only with `excerpt`"),
    question: QuestionView.optional().describe(
      "the oldest question that nobody has answered; left out where there is none",
    ),
    commentCount: z.int(),
    attachmentCount: z.int().optional().describe("how many files it has; left out where it has none"),
    work: WorkView.optional().describe("left out where no attempt has reported any"),
    usage: UsageView.optional().describe("left out where no attempt has told any"),
    summary: z.string().nullable().optional(),
    createdAt: isoTime,
    updatedAt: isoTime,
    startedAt: isoTime.nullable(),
    attemptStartedAt: isoTime
      .nullable()
      .describe("when the attempt under way began; null: nobody is at work; `startedAt` stays over a review"),
    finishedAt: isoTime.nullable(),
    version: z.int().describe("counts changes of the record; the ETag"),
  })
  .meta({ id: "Task", description: "One piece of work" })
export type TaskView = z.infer<typeof TaskView>

export const LeaseGrant = z
  .object({ token: z.string(), epoch: z.int(), expiresAt: z.union([isoTime, none]) })
  .meta({ id: "LeaseGrant", description: "The right to a task. Later writes send the token as `leaseToken`" })
export type LeaseGrant = z.infer<typeof LeaseGrant>

const wasImported = z
  .literal(true)
  .optional()
  .describe(
    "it was written elsewhere and came with an import: its author and its time are what the origin says",
  )

export const CommentView = z
  .object({
    id: z.string(),
    taskId: z.string(),
    author: z.string(),
    content: z.string(),
    createdAt: isoTime,
    imported: wasImported,
    place: PlaceView.optional().describe(
      "the line of the change that it is about; left out where it is about none",
    ),
    ask: AskView.optional().describe("left out where it asks nothing"),
    answers: z.string().optional().describe("the question that it answers, such as C-7"),
    extra: z
      .custom<Record<string, unknown>>()
      .meta(objectForm)
      .optional()
      .describe("other fields that its writer sent, as they came"),
  })
  .meta({ id: "Comment", description: "A comment on a task" })
export type CommentView = z.infer<typeof CommentView>

export const ReflectionView = z
  .object({
    id: z.string(),
    taskId: z.string(),
    agent: z.string(),
    content: z.string(),
    createdAt: isoTime,
    imported: wasImported,
  })
  .meta({ id: "Reflection", description: "A lesson from doing a task" })

/** A reflection as it is shown to agents that work on other tasks. */
export const LessonView = ReflectionView.extend({
  title: z.string().nullable().describe("of the task; null when it was deleted"),
}).meta({ id: "Lesson", description: "A reflection, as others find it" })

export const ReviewView = z
  .object({
    id: z.string(),
    taskId: z.string(),
    reviewer: z.string(),
    decision: z.enum(decisions),
    comment: z.string().nullable(),
    lines: z
      .array(z.string())
      .optional()
      .describe(
        "ids of the comments on lines that a request for changes gathers, by file and line; left out where there are none",
      ),
    createdAt: isoTime,
  })
  .meta({ id: "Review", description: "A decision on finished work" })

export const NoticeView = z
  .object({
    seq: z.int().describe("of the event it is about"),
    kind: z.enum(noticeKinds),
    task: z.string(),
    title: z.string().nullable().describe("null: the task was deleted"),
    at: isoTime,
    actor: z.string(),
    comment: z.string().nullable().describe("the comment that it is about"),
    text: z
      .string()
      .nullable()
      .describe(
        "the words it is about, at most 500 characters: the comment, what the review says, the summary of the work, or when a task whose claim ran out is blocked",
      ),
  })
  .meta({ id: "Notice", description: "Something an agent should read" })

export const HeldView = z
  .object({
    task: z.string(),
    session: z.string().nullable().describe("the session that holds it"),
    expiresAt: isoTime.nullable().describe("when its lease ends; null: it has no end"),
    heardAt: isoTime.nullable().describe("when that session wrote last"),
    silent: z
      .boolean()
      .describe(
        "that was ten minutes ago or longer, so it may have ended; false: it is at work, leave it be",
      ),
  })
  .meta({
    id: "HeldTask",
    description: "A task that another session of the same agent holds; `takeOver` takes it from there",
  })

export const ClaimedBefore = isoTime
  .optional()
  .describe(
    "when it was claimed before under this name and without a session, less than a minute ago: another process may be at work on it. A `session` tells them apart",
  )

/** A page of a list: `next` is the cursor of the following page, null at the end. */
export const page = { next: z.string().nullable(), total: z.int() }
