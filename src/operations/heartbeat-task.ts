import * as z from "zod"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { hostEvents, joinEvents } from "../domain/rules/agents.ts"
import { requireTask } from "../domain/board/find.ts"
import { callerOf, renewal, requireHolder } from "../domain/rules/lease.ts"
import { AgentName, HostName, LeaseToken, Session, TaskId } from "../domain/wire/schemas.ts"
import { LeaseView } from "../domain/wire/tasks/view-schemas.ts"
import { viewRecord } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const heartbeatTask = command({
  name: "task.heartbeat",
  summary: "Renew the lease of a task",
  description: "Any other write by the holder renews the lease too.",
  http: { method: "POST", path: "/tasks/{id}/heartbeat" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: AgentName.optional(),
    session: Session.optional(),
    host: HostName.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
  }),
  output: z.object({ lease: LeaseView, said: Said }),
  hears: true,
  actor: "agent",
  subject: "id",
  refusals: ["task_not_found", "task_deleted", "lease_lost", "task_taken", "invalid_transition"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    requireHolder(task, caller, context, "in time")
    if (task.lease?.state !== "held")
      fail("lease_lost", {
        detail: task.lease
          ? `${input.id} came back from its review and is not taken up yet.`
          : `${input.id} is held without a lease.`,
        facts: { task: input.id, status: task.status, holder: null },
      })
    return [
      ...joinEvents(board, [context.actor]),
      ...hostEvents(board, input.host),
      ...renewal(board, task, caller, context),
    ]
  },
  answer(board, _, { id }) {
    const { lease } = viewRecord(board, requireTask(board, id))
    return { lease: lease ?? { holder: "", session: null, epoch: 0, expiresAt: null, heardAt: null } }
  },
})
