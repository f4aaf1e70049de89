import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { mostOpenChildren, openChildrenOf } from "../domain/rules/dependencies.ts"
import { editEvents as edit, isChanging } from "../domain/rules/edit.ts"
import { endedClaims } from "../domain/rules/lease.ts"
import { LeaseToken, MetCriteria, Session, TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { changeable } from "../domain/wire/tasks/task-fields.ts"
import { Unchanged } from "../domain/wire/tasks/unchanged-schema.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { commandThatTells } from "../operation.ts"

export const editTask = commandThatTells({
  name: "task.edit",
  summary: "Change fields of a task, or move it",
  description:
    "Only the fields in the request change; in `metadata`, a key with the value null is deleted. If anyone but the holder writes `status` or `assignee`, the lease ends.",
  http: { method: "PATCH", also: "PUT", path: "/tasks/{id}" },
  access: "work",
  grows: true,
  input: z.strictObject({
    id: TaskId,
    ...changeable,
    criteria: MetCriteria.optional().describe("criteria that are met; this request checks them off"),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
  }),
  output: z.object({
    task: TaskView,
    openChildren: z
      .array(z.string())
      .optional()
      .describe(
        `if the task is cancelled or done: the ids of its open children, at most ${mostOpenChildren}; they stay open`,
      ),
    unchanged: Unchanged,
    notes: Notes,
    said: Said,
  }),
  hears: true,
  subject: "id",
  shows: "task",
  refusals: [
    "lease_lost",
    "invalid_transition",
    "review_required",
    "reflection_required",
    "criteria_unmet",
    "checks_unmet",
    "check_required",
    "dependency_cycle",
    "resource_taken",
  ],

  indexes: ({ parent, blockedBy }) => (parent == null && blockedBy === undefined ? [] : ["parent"]),
  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const events = edit(board, task, input, context)
    return { events, told: endedClaims(task, events, context) }
  },
  answer(board, { events, told: ended }, { id, status }, context) {
    const task = requireTask(board, id)
    const openChildren =
      status === "cancelled" || status === "done" ? openChildrenOf(board, task, mostOpenChildren) : []
    return {
      task: viewTask(board, task, context.now),
      ...(openChildren.length > 0 && { openChildren }),
      ...(!isChanging(events) && { unchanged: true as const }),
      ...notesOn(board, events, context, { first: ended }),
    }
  },
})
