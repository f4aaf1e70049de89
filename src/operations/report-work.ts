import * as z from "zod"
import { hasToLand } from "../domain/board/tasks/is-closed.ts"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import type { Task } from "../domain/board/records.ts"
import { hostEvents, joinEvents } from "../domain/rules/agents.ts"
import { callerOf, renewal, requireHolder } from "../domain/rules/lease.ts"
import { requirePatch } from "../domain/rules/attachments.ts"
import { edgesOf, requireEpoch } from "../domain/rules/work.ts"
import { DryRun, TaskId, holderFields } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { Epoch, WorkIn } from "../domain/wire/checks/work-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { command } from "../operation.ts"

export const reportWork = command({
  name: "task.reportWork",
  summary: "Report the work of an attempt in a repository",
  description:
    "The holder reports its work. The task shows the work; the next attempt and the landing continue from it. Work may be reported again; the last report counts. The server does not run git. Until the work lands, the task keeps those of its `resources` that are paths (undeclared resources).",
  http: { method: "POST", path: "/tasks/{id}/work" },
  access: "work",
  input: z.strictObject({ id: TaskId, ...holderFields, epoch: Epoch.optional(), ...WorkIn, dryRun: DryRun }),
  output: z.object({ task: TaskView }),
  actor: "agent",
  dryRun: "dryRun",
  subject: "id",
  shows: "task",
  refusals: ["lease_lost", "task_taken", "invalid_transition", "attachment_not_found"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    requireHolder(task, caller, context, "late too")
    requireEpoch(task, input.epoch)
    const { repository, branch, base = null, tree, commit, files, additions, deletions } = input
    const { host, path = null, patch = null, conflicts } = input
    const url = input.url ?? keptUrl(task)
    const toLand = edgesOf(board, context.policy) === "landed" && hasToLand({ base, files })
    if (patch) requirePatch(board, task, patch)
    const agent = canonicalName(board, task.lease?.agent ?? context.actor)
    return [
      ...joinEvents(board, [agent]),
      ...hostEvents(board, host),
      ...renewal(board, task, caller, context),
      {
        type: "work.reported",
        task: input.id,
        agent,
        epoch: task.epoch,
        work: {
          repository,
          branch,
          base,
          tree,
          commit,
          files,
          additions,
          deletions,
          host: host ?? null,
          path,
          patch,
          toLand,
          ...(url !== undefined && { url }),
          ...(conflicts && { conflicts }),
        },
      },
    ]
  },
  answer: (board, _, { id }, { now }) => ({ task: viewTask(board, requireTask(board, id), now) }),
})

// --- internal ---

/** The pull request of this attempt, or the pull request that an earlier attempt opened and this attempt continues. */
function keptUrl({ work, epoch }: Task): string | undefined {
  if (!work || work.epoch === epoch) return work?.url
  return work.landed === null && (work.pull?.state ?? "open") === "open" ? work.url : undefined
}
