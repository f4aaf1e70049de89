import * as z from "zod"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { isClosed } from "../domain/board/tasks/is-closed.ts"
import { leaseTerms } from "../domain/rules/lease.ts"
import { gatheredLines } from "../domain/rules/line-comments.ts"
import { factsOf, requireReviewer } from "../domain/rules/moves.ts"
import { requireSeen } from "../domain/rules/work.ts"
import { decisions, sayAsked, sayIs } from "../domain/wire/enums.ts"
import { CommitHash } from "../domain/wire/checks/work-schemas.ts"
import { ActorName, Markdown, TaskId } from "../domain/wire/schemas.ts"
import { ReviewView, TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { viewReview } from "../domain/read-models/said-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { isSameName } from "../domain/wire/names.ts"
import type { Task } from "../domain/board/records.ts"
import type { Review } from "../domain/board/said/said-records.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const reviewTask = command({
  name: "task.review",
  summary: "Review finished work: approve it or request changes",
  description:
    "Anyone except the agent that did the work may decide, so a missing reviewer does not block the task. `request_changes` puts the task back into `doing` for the same assignee. The decision collects the line comments posted since the work was finished, at most 200; the next attempt gets them as `file:line`.",
  http: { method: "POST", path: "/tasks/{id}/review" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    reviewer: ActorName.optional(),
    decision: z
      .enum(decisions, {
        error: ({ input }) =>
          `expected approve or request_changes${input === "reject" ? "; request_changes sends the work back" : ""}`,
      })
      .describe("`approve` finishes the task; `request_changes` sends the work back"),
    comment: Markdown.optional().describe("also posted as a comment"),
    commit: CommitHash.optional().describe(
      "the commit that was reviewed; if other work has been reported since then, nothing is decided",
    ),
  }),
  output: z.object({ task: TaskView, review: ReviewView, notes: Notes }),
  actor: "reviewer",
  subject: "id",
  shows: "task",
  refusals: ["invalid_transition", "review_required", "work_changed"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    if (task.status !== "review")
      fail("invalid_transition", {
        detail: `${input.id} ${sayIs(task.status)}; only work in review can be reviewed.`,
        facts: { ...factsOf(task), ...(!isClosed(task) && { isUnfinished: true }) },
      })
    requireReviewer(task, context.actor)
    requireSeen(task, input.commit)
    const reviewer = canonicalName(board, context.actor)
    const { id, decision, comment = null } = input
    const terms =
      decision === "request_changes" ? leaseTerms(task, undefined, context) : { until: null, length: null }
    const said = {
      type: "task.commented",
      task: id,
      comment: `C-${board.counters.comment + 1}`,
      author: reviewer,
      content: comment ?? "",
    } as const
    return [
      ...joinEvents(board, [reviewer]),
      {
        type: "task.reviewed",
        task: id,
        review: `V-${board.counters.review + 1}`,
        reviewer,
        decision,
        comment,
        ...(decision === "request_changes" && gatheredLines(board, task)),
        ...terms,
      },
      ...(comment === null ? [] : [said]),
    ]
  },
  answer(board, events, { id }, context) {
    const review = board.reviews.get(board.counters.review)
    if (!review) fail("internal", "The review is missing.")
    const task = requireTask(board, id)
    const asked = askedOf(task, review)
    return {
      task: viewTask(board, task, context.now),
      review: viewReview(review),
      ...notesOn(board, events, context, {
        meant: asked,
        first: asked.map((name) => sayAsked(name, id)),
      }),
    }
  },
})

// --- internal ---

/** The reviewer that the task names, if somebody else has decided and that reviewer did not do the work. */
function askedOf({ doneBy, assignee, fields: { reviewer } }: Task, { reviewer: by }: Review): string[] {
  const isOther = reviewer !== null && ![by, doneBy ?? assignee].some((name) => isSameName(name, reviewer))
  return isOther ? [reviewer] : []
}
