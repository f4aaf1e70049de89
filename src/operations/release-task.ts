import * as z from "zod"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import {
  afterFailure,
  callerOf,
  isRepeatedEnd,
  needsAttention,
  requireHolder,
} from "../domain/rules/lease.ts"
import { AgentName, LeaseToken, Reason, Session, TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { command } from "../operation.ts"

export const releaseTask = command({
  name: "task.release",
  summary: "Give a task back",
  description:
    "A release costs nothing, unless `failed` is true: then it counts as a failed attempt, and the task rests before it is offered again. When the same agent repeats the request and nothing happened in between, the answer is the same and nothing is added.",
  http: { method: "POST", path: "/tasks/{id}/release" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: AgentName.optional(),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    failed: z.boolean().default(false).describe("the attempt failed"),
    reason: Reason.nullish(),
  }),
  output: z.object({ task: TaskView }),
  actor: "agent",
  subject: "id",
  shows: "task",
  refusals: ["task_not_found", "task_deleted", "lease_lost", "task_taken", "invalid_transition"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    if (isRepeatedEnd(task, "released", caller, context)) return []
    requireHolder(task, caller, context, "in time")
    const unspent = { attempts: task.attempts, to: "todo", backoffUntil: null } as const
    const after = input.failed ? afterFailure(task, context) : unspent
    return [
      {
        type: "task.released",
        task: input.id,
        agent: canonicalName(board, context.actor),
        failed: input.failed,
        reason: input.reason ?? (after.to === "blocked" ? needsAttention : null),
        ...after,
      },
    ]
  },
  answer: (board, _, { id }, { now }) => ({ task: viewTask(board, requireTask(board, id), now) }),
})
