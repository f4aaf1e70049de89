import * as z from "zod"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { sentBack } from "../domain/rules/failed-landing.ts"
import { afterFailure } from "../domain/rules/failures.ts"
import type { BoardEvent } from "../domain/events/index.ts"
import { patchOf } from "../domain/rules/attachments.ts"
import { requireWork } from "../domain/rules/work.ts"
import { unpassed } from "../domain/wire/checks/check-states.ts"
import { reported } from "../domain/wire/checks/check-schemas.ts"
import { ActorName, CheckName, Markdown, TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { BranchName, CommitHash, Epoch } from "../domain/wire/checks/work-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { command } from "../operation.ts"

const { exitCode, durationMs, output } = reported
const status = z
  .enum(unpassed, { error: `expected one of ${unpassed.join(", ")}` })
  .describe("how the check ended; `unknown`: there is no command for it")
const RedCheck = z.strictObject({ check: CheckName, status, exitCode, durationMs, output })

export const landTask = command({
  name: "task.land",
  summary: "Report that finished work has landed, or cannot land as it is",
  description:
    "The landing happens in a repository and is reported here; the server does not run git. `epoch` and `commit` must be those of `work`: if the task's work has changed since then, nothing is done. `landed` frees the task's resources. `conflict` or `checks_failed` counts as a failed attempt: the task goes from `done` back to `todo` for the same assignee or the next fallback, and is retried later; after the last allowed attempt it is `blocked`. An approval survives a conflict; the next reviewer sees it as `work.approved`.",
  http: { method: "POST", path: "/tasks/{id}/land" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: ActorName.optional(),
    epoch: Epoch,
    commit: CommitHash,
    result: z.enum(["landed", "conflict", "checks_failed"]).describe("the result of the landing"),
    base: BranchName.describe("the branch that the work landed in, or could not land in"),
    landed: CommitHash.nullish().describe(
      "the commit on the base branch; omitted: the base already had the whole change, or the work landed some other way",
    ),
    comment: Markdown.optional().describe(
      "why the work cannot land, such as the conflicting files or a check's output; also posted as a comment",
    ),
    check: RedCheck.optional().describe("with `checks_failed`: the check that did not pass"),
    dryRun: z
      .boolean()
      .default(false)
      .describe("only check whether the caller may land this work now, and change nothing"),
  }),
  output: z.object({ task: TaskView }),
  actor: "agent",
  subject: "id",
  shows: "task",
  dryRun: "dryRun",
  refusals: ["invalid_transition", "work_changed"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const { epoch, landed } = requireWork(task, input)
    // A repeated report changes nothing. A client may repeat it because it did not receive the first answer.
    if (landed) return []
    const { id, result, base, comment, check } = input
    const reviewer = canonicalName(board, context.actor)
    const joined = joinEvents(board, [reviewer])
    if (result === "landed")
      return [
        ...joined,
        { type: "work.landed", task: id, epoch, base, commit: input.landed ?? null, by: "land" },
      ]
    const content =
      comment ?? (result === "conflict" ? `The work conflicts with ${base}.` : `A check failed in ${base}.`)
    const failed = afterFailure(board, task, task.doneBy ?? task.assignee ?? reviewer, context)
    return [
      ...joined,
      ...(check && result === "checks_failed" ? [redCheck(id, epoch, { ...check, by: reviewer })] : []),
      ...sentBack(board, task, {
        ...{ reviewer, content, after: failed },
        ...(result === "conflict" && {
          conflict: { commit: input.commit, patch: patchOf(board, task)?.id ?? null },
        }),
      }),
    ]
  },
  answer: (board, _, { id }, { now }) => ({ task: viewTask(board, requireTask(board, id), now) }),
})

// --- internal ---

/** The result of a check at the landing, which ran on different files from those of the attempt. */
function redCheck(
  task: string,
  epoch: number,
  { by, exitCode: exit = null, ...ran }: z.infer<typeof RedCheck> & { by: string },
): BoardEvent {
  const where = { tree: null, commit: null, branch: null, isClean: false, isNew: false, byPerson: false }
  return { type: "check.reported", task, epoch, by, result: { ...ran, exitCode: exit, ...where } }
}
