import * as z from "zod"
import { claimEvents } from "../domain/rules/claim.ts"
import { requireTask } from "../domain/board/find.ts"
import { requireClaimable } from "../domain/rules/lease.ts"
import { Handoff } from "../domain/wire/tasks/handoff-schema.ts"
import { viewHandoff } from "../domain/read-models/handoff.ts"
import { lessonsFor } from "../domain/read-models/lessons.ts"
import { AgentName, HostName, LeaseLength, Session, TaskId } from "../domain/wire/schemas.ts"
import { ClaimedBefore, LeaseGrant, LessonView, TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { grantLease, viewClaimBefore, viewTask } from "../domain/read-models/task-view.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const claimTask = command({
  name: "task.claim",
  summary: "Take a task by its id",
  description:
    "An agent may claim its own task again, after a restart or a lost response: it gets a new lease token, and the old token is no longer valid.",
  http: { method: "POST", path: "/tasks/{id}/claim" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: AgentName,
    session: Session.optional(),
    host: HostName.optional(),
    takeOver: z.boolean().default(false).describe("take it even from another live session of this agent"),
    lease: LeaseLength.optional(),
    lessons: z.boolean().default(false).describe("also return lessons from similar finished tasks"),
  }),
  output: z.object({
    task: TaskView,
    lease: LeaseGrant,
    handoff: Handoff.nullable().describe("null: the task has no earlier history"),
    lessons: z.array(LessonView).max(3).optional(),
    claimedBefore: ClaimedBefore,
    notes: Notes,
  }),
  actor: "agent",
  subject: "id",
  shows: "task",
  grants: "lease",
  refusals: ["task_taken", "task_not_ready", "agent_paused", "resource_taken", "not_able"],
  searches: ({ lessons }) => lessons,

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const { takeOver } = input
    requireClaimable(
      board,
      task,
      { actor: input.agent, session: input.session },
      { takeOver, now: context.now },
    )
    return claimEvents(board, task, input, context)
  },
  answer(board, events, input, context) {
    const task = requireTask(board, input.id)
    return {
      task: viewTask(board, task, context.now),
      lease: grantLease(task, context),
      ...viewClaimBefore(events),
      ...notesOn(board, events, context),
      handoff: viewHandoff(board, task, input.agent),
      ...(input.lessons && { lessons: lessonsFor(board, task, context.search) }),
    }
  },
})
