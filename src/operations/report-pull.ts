import * as z from "zod"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import { isOutdated } from "../domain/board/tasks/is-closed.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import type { BoardEvent } from "../domain/events/index.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { pullEvents } from "../domain/rules/pulls.ts"
import { failChanged } from "../domain/rules/work.ts"
import { pullReviews, pullStates } from "../domain/wire/enums.ts"
import { BranchName, CommitHash, Epoch, PullUrl } from "../domain/wire/checks/work-schemas.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { ActorName, line, Markdown, TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { command } from "../operation.ts"
import { withState } from "../domain/board/tasks/task-record.ts"

const became = ["landed", "sent_back", "blocked", "finished"] as const
const checks = z.array(line(200, "a check")).max(100, "must have at most 100 checks").default([])

const PullIn = z.strictObject({
  url: PullUrl.describe("the pull request's URL, as in `work`"),
  state: z.enum(pullStates, { error: `expected one of ${pullStates.join(", ")}` }).describe("its state"),
  head: CommitHash.optional().describe("the last commit of its branch"),
  base: BranchName.describe("the branch to merge into"),
  merged: CommitHash.nullish().describe("the commit that merged it"),
  failed: checks.describe("the failed required checks"),
  optionalFailed: checks.describe("other failed checks, for display only"),
  review: z
    .enum(pullReviews, { error: `expected one of ${pullReviews.join(", ")}` })
    .optional()
    .describe("the result of its reviews"),
  changes: z
    .strictObject({
      by: line(200, "a name").describe("who requested them"),
      at: isoTime.describe("when they were requested"),
      text: Markdown.optional().describe("the text of the review"),
    })
    .optional()
    .describe("the latest review that requests changes; it counts once, even if it is reported again"),
})

export const reportPull = command({
  name: "task.reportPull",
  summary: "Report the state of a task's pull request",
  description:
    "The client that follows the pull request reports its state; the server makes no calls. `epoch` and `url` must be those of `work`. If the pull request was merged, the work has landed; a task in review is also approved if the caller may decide on it. A failed required check, or a review that requests changes, counts once as a failed attempt: finished work goes back to `todo`, or is `blocked` after the last allowed attempt. If the pull request was closed without a merge, the task is `blocked` until the pull request is reopened; no attempt is counted. A repeated report changes nothing.",
  http: { method: "POST", path: "/tasks/{id}/pull" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: ActorName.optional(),
    epoch: Epoch,
    opened: z
      .boolean()
      .default(false)
      .describe("true: the pull request was opened for this work, and replaces any earlier one"),
    pull: PullIn.describe("its state"),
  }),
  output: z.object({
    task: TaskView,
    became: z.enum(became).nullable().describe("how this report changed the task; null: it did not"),
    reason: z.string().nullable().describe("why the task was sent back or blocked"),
  }),
  actor: "agent",
  subject: "id",
  shows: "task",
  refusals: ["task_not_found", "task_deleted", "work_changed"],

  decide(board, { id, epoch, opened, pull: { changes, ...seen } }, context) {
    const task = requireTask(board, id)
    const { work } = task
    if (!work || isOutdated(task)) return failChanged(task, `The last attempt at ${id} has reported no work.`)
    if (work.epoch !== epoch) failChanged(task, `The work of ${id} now comes from attempt ${work.epoch}.`)
    if (!opened && work.url !== seen.url)
      failChanged(task, `The pull request of ${id} is now ${work.url ?? "not known"}.`)
    if (work.landed || task.status === "cancelled") return []
    const by = canonicalName(board, context.actor)
    const asked = changes && { ...changes, at: Date.parse(changes.at) }
    const events = pullEvents(
      board,
      withState(task, { work }),
      { ...seen, changes: asked },
      { ...context, by },
    )
    return events.length === 0 ? [] : [...joinEvents(board, [by]), ...events]
  },
  answer: (board, events, { id }, { now }) => ({
    task: viewTask(board, requireTask(board, id), now),
    ...becameOf(events),
  }),
})

// --- internal ---

function becameOf(events: readonly BoardEvent[]): {
  became: (typeof became)[number] | null
  reason: string | null
} {
  for (const event of events) {
    if (event.type === "work.landed") return { became: "landed", reason: null }
    if (event.type === "task.reviewed" && event.after)
      return { became: event.after.to === "todo" ? "sent_back" : "blocked", reason: event.after.reason }
  }
  const isBack = events.some((event) => event.type === "pull.changed" && event.to !== undefined)
  return { became: isBack ? "finished" : null, reason: null }
}
