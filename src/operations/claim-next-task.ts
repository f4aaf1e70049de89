import * as z from "zod"
import { claimEvents } from "../domain/rules/claim.ts"
import { heldByOtherSession, nextToClaim } from "../domain/rules/next.ts"
import { requireTask } from "../domain/board/find.ts"
import { Handoff } from "../domain/wire/tasks/handoff-schema.ts"
import { viewHandoff } from "../domain/read-models/handoff.ts"
import { lessonsFor } from "../domain/read-models/lessons.ts"
import {
  AgentName,
  Duration,
  FinishedBy,
  HostName,
  LeaseLength,
  many,
  Project,
  Session,
  Tag,
} from "../domain/wire/schemas.ts"
import {
  ClaimedBefore,
  HeldView,
  LeaseGrant,
  LessonView,
  TaskView,
} from "../domain/wire/tasks/view-schemas.ts"
import { AskerPause } from "../domain/wire/tasks/offer-schemas.ts"
import { viewAskerPause } from "../domain/read-models/agent-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { grantLease, viewClaimBefore, viewHeld, viewTask } from "../domain/read-models/task-view.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const claimNextTask = command({
  name: "task.claimNext",
  summary: "Take the next ready task for an agent, or resume the one it holds",
  description:
    "The task is chosen and claimed in one step, so it is never given to two agents. An agent that already has a task in progress gets that task again, under a new lease token. If nothing is ready, `task` is null. If the request does not wait, `held` then shows what another session of the same agent holds, and `paused` describes the agent's pause.",
  http: { method: "POST", path: "/tasks/next/claim" },
  access: "work",
  input: z.strictObject({
    agent: AgentName,
    session: Session.optional(),
    host: HostName.optional(),
    takeOver: z
      .boolean()
      .default(false)
      .describe("also take a task that another live session of this agent holds"),
    lease: LeaseLength.optional(),
    finishedBy: FinishedBy.optional().describe(
      "a worker makes the claim and ends the attempt itself; a result from anyone else is kept for the worker",
    ),
    lessons: z.boolean().default(false).describe("also return lessons from similar finished tasks"),
    project: Project.optional(),
    tags: many(Tag).describe("tags that the task must have"),
    wait: Duration("1s", "60s").optional().describe("how long to wait for a ready task, 1s to 60s"),
  }),
  output: z.object({
    task: TaskView.nullable(),
    lease: LeaseGrant.optional(),
    handoff: Handoff.nullable().optional().describe("null: the task has no earlier history"),
    held: HeldView.optional(),
    paused: AskerPause.optional().describe(
      "present if `task` is null because the agent, or the team, is paused",
    ),
    lessons: z.array(LessonView).max(3).optional(),
    claimedBefore: ClaimedBefore,
    notes: Notes,
  }),
  actor: "agent",
  shows: "task",
  grants: "lease",
  longPoll: { wait: "wait", agent: "agent", isEmpty: ({ task }) => task === null },
  searches: ({ lessons }) => lessons,
  indexes: ({ tags }) => (tags ? ["tag"] : []),

  decide(board, input, context) {
    const task = nextToClaim(board, input, input.takeOver)
    return task ? claimEvents(board, task, input, context) : []
  },
  answer(board, events, input, context) {
    const claimed = events.find((event) => event.type === "task.claimed")
    if (!claimed) {
      // Held tasks and pauses may change while the request is waiting.
      if (input.wait !== undefined) return { task: null }
      const held = heldByOtherSession(board, input)
      const paused = viewAskerPause(board, input.agent)
      return { task: null, ...(held && { held: viewHeld(held, context.now) }), ...(paused && { paused }) }
    }
    const task = requireTask(board, claimed.task)
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
