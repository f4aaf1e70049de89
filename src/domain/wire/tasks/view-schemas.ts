import * as z from "zod"
import { checkFields } from "../checks/check-views.ts"
import { isoTime, ownViews, shownViews } from "../field-views.ts"
import { decisions, noticeKinds, stuckReasons } from "../enums.ts"
import { TakenView } from "../resources/holder-schema.ts"
import { MatchView } from "./match-schema.ts"
import { AskView, QuestionView } from "./question-schemas.ts"
import { placeOfComment } from "./place-schemas.ts"
import { objectForm } from "../metadata.ts"
import { FinishedBy } from "../schemas.ts"
import { StatusName } from "../word-schemas.ts"
import { WorkView } from "../checks/work-schemas.ts"
import { UsageView } from "../usage/usage-schemas.ts"

/** The schemas of responses. Times are ISO 8601 in UTC. An empty field is null. */

const none = z.null()
export const LeaseView = z
  .object({
    holder: z.string(),
    session: z
      .union([z.string(), none])
      .describe(
        "the holder's session, which distinguishes processes with the same name; null: the holder gave none",
      ),
    epoch: z.int().describe("the number of the attempt, which increases with each claim"),
    expiresAt: z.union([isoTime, none]).describe("null: the lease never ends"),
    heardAt: z
      .union([isoTime, none])
      .describe("when the holder last wrote, including heartbeats; null: nobody has claimed the task yet"),
    finishedBy: FinishedBy.optional().describe("the worker that claimed the task also finishes it"),
    unheard: z
      .int()
      .optional()
      .describe("how many unread comments by others the holder has, at most 20; omitted if there are none"),
    quiet: z
      .object({
        since: isoTime.describe("when the last new line was printed"),
        stuckAt: isoTime.describe("the task is stuck from then on"),
        line: z
          .string()
          .nullable()
          .describe("the line that has been printed repeatedly since `since`; null: none"),
      })
      .optional()
      .describe("present while the worker reports that its command prints nothing new; otherwise omitted"),
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
        "the task's source, such as `beads:bd-1`; its authors and times then come from that tool; omitted for a task created here",
      ),
    ...checkFields,
    etaMs: z.int().nullable(),
    waitsFor: z
      .array(z.string())
      .optional()
      .describe(
        "the open tasks that a task in todo waits for: all open tasks in `blockedBy`, and at most 20 of its children; omitted if it waits for none",
      ),
    blocks: z.array(z.string()).describe("the tasks that list this one in blockedBy"),
    children: z
      .object({ total: z.int(), done: z.int() })
      .nullable()
      .describe("how many children the task has, not counting cancelled ones; null: none"),
    taken: TakenView.optional(),
    ready: z.boolean().describe("can be started now"),
    attempts: z.int().describe("failed attempts since the task was last opened"),
    changesRequested: z
      .boolean()
      .optional()
      .describe("true after a review requested changes; otherwise omitted"),
    expiries: z.int().describe("claims that have expired since the task was last opened"),
    backoffUntil: isoTime
      .nullable()
      .describe(
        "the earliest time at which the task is offered again after a failed attempt or an expired claim",
      ),
    lease: LeaseView.nullable(),
    stuck: z
      .array(z.enum(stuckReasons))
      .optional()
      .describe(
        "why work on the task has stopped: its claim expired, no attempts are left, its claims expired too often, it is blocked and nobody has commented for a day, it is overdue, it is ready but no agent has all its skills, or its command prints nothing new; omitted if work has not stopped, and in a peek at the next task",
      ),
    stuckDetail: z
      .string()
      .optional()
      .describe(
        "with `no_one_can`: why no agent can do the task, such as `needs gpu` or `no agent named ann has asked for work`",
      ),
    silentAt: isoTime
      .optional()
      .describe(
        "when a blocked task starts to count as `silent`; a change or a comment postpones this time; omitted for any other task",
      ),
    deleted: z
      .object({ at: isoTime, by: z.string(), until: isoTime.describe("when the task is deleted for good") })
      .optional()
      .describe("only for a task in the trash"),
    match: MatchView.optional().describe("where the words of `q` occur; only with `excerpt`"),
    question: QuestionView.optional().describe("the oldest unanswered question; omitted if there is none"),
    commentCount: z.int(),
    attachmentCount: z.int().optional().describe("how many files the task has; omitted if it has none"),
    work: WorkView.optional().describe("omitted if no attempt has reported any work"),
    usage: UsageView.optional().describe("omitted if no attempt has reported any usage"),
    summary: z.string().nullable().optional(),
    createdAt: isoTime,
    updatedAt: isoTime,
    startedAt: isoTime.nullable(),
    attemptStartedAt: isoTime
      .nullable()
      .describe(
        "when the current attempt began; null: no attempt is in progress; a review does not reset `startedAt`",
      ),
    finishedAt: isoTime.nullable(),
    version: z.int().describe("the number of changes to the record; the ETag"),
  })
  .meta({ id: "Task", description: "A piece of work" })
export type TaskView = z.infer<typeof TaskView>

export const LeaseGrant = z
  .object({ token: z.string(), epoch: z.int(), expiresAt: z.union([isoTime, none]) })
  .meta({ id: "LeaseGrant", description: "The right to a task. Later writes send the token as `leaseToken`" })
export type LeaseGrant = z.infer<typeof LeaseGrant>

const wasImported = z
  .literal(true)
  .optional()
  .describe("true: an import added this, with its original author and time")

export const CommentView = z
  .object({
    id: z.string(),
    taskId: z.string(),
    author: z.string(),
    content: z.string(),
    createdAt: isoTime,
    imported: wasImported,
    place: placeOfComment,
    ask: AskView.optional().describe("omitted if the comment is not a question"),
    answers: z.string().optional().describe("the question that the comment answers, such as C-7"),
    extra: z
      .custom<Record<string, unknown>>()
      .meta(objectForm)
      .optional()
      .describe("other fields that its author sent, unchanged"),
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
  title: z.string().nullable().describe("the title of the task; null if it was deleted"),
}).meta({ id: "Lesson", description: "A reflection, as other agents see it" })

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
        "ids of the line comments in a request for changes, ordered by file and line; omitted if there are none",
      ),
    createdAt: isoTime,
  })
  .meta({ id: "Review", description: "A decision on finished work" })

export const NoticeView = z
  .object({
    seq: z.int().describe("the seq of the event that the notice is about"),
    kind: z.enum(noticeKinds),
    task: z.string(),
    title: z.string().nullable().describe("null: the task was deleted"),
    at: isoTime,
    actor: z.string(),
    comment: z.string().nullable().describe("the comment that the notice is about"),
    text: z
      .string()
      .nullable()
      .describe(
        "the notice's text, at most 500 characters: the comment, the review or the summary of the work; for an expired claim: how many more will block the task",
      ),
  })
  .meta({ id: "Notice", description: "Something an agent should read" })

export const HeldView = z
  .object({
    task: z.string(),
    session: z.string().nullable().describe("the session that holds the task"),
    expiresAt: isoTime.nullable().describe("when that session's lease ends; null: never"),
    heardAt: isoTime.nullable().describe("when that session last wrote"),
    silent: z
      .boolean()
      .describe(
        "true: silent for ten minutes or more, so the session may have ended; false: the session is working, so leave it alone",
      ),
  })
  .meta({
    id: "HeldTask",
    description: "A task that another session of the same agent holds; `takeOver` takes it from that session",
  })

export const ClaimedBefore = isoTime
  .optional()
  .describe(
    "when the task was last claimed under this name without a session, if that was less than a minute ago; then another process may be working on it. A `session` distinguishes the processes",
  )

/** A page of a list: `next` is the cursor of the following page, null at the end. */
export const page = { next: z.string().nullable(), total: z.int() }
