import * as z from "zod"
import { claim } from "../domain/claim.ts"
import { requireTask } from "../domain/find.ts"
import { requireClaimable } from "../domain/lease.ts"
import { AgentName, HostName, LeaseLength, Session, TaskId } from "../domain/schemas.ts"
import { LeaseGrant, TaskView } from "../domain/view-schemas.ts"
import { grantLease, viewTask } from "../domain/views.ts"
import { command } from "../operation.ts"

/** The same agent may claim its own task again: after a restart, or when the answer was lost. */
export const claimTask = command({
  name: "task.claim",
  summary: "Take a certain task",
  http: { method: "POST", path: "/tasks/{id}/claim" },
  input: z.strictObject({
    id: TaskId,
    agent: AgentName,
    session: Session.optional(),
    host: HostName.optional(),
    takeOver: z.boolean().default(false).describe("take it even from another live session of this agent"),
    lease: LeaseLength.optional(),
  }),
  output: z.object({ task: TaskView, lease: LeaseGrant }),
  actor: "agent",

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    requireClaimable(board, task, { actor: input.agent, session: input.session }, input.takeOver)
    return claim(board, task, input, context)
  },
  answer(board, _, input, context) {
    const task = requireTask(board, input.id)
    return { task: viewTask(board, task), lease: grantLease(task, context) }
  },
})
