import * as z from "zod"
import { creationEvents, requireCreatable } from "../domain/rules/create.ts"
import type { Board } from "../domain/board/board.ts"
import type { Task } from "../domain/board/records.ts"
import { requireTask } from "../domain/board/find.ts"
import { taskId } from "../domain/wire/names.ts"
import { line } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { creatable } from "../domain/wire/tasks/task-fields.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const createTask = command({
  name: "task.create",
  summary: "Create a task",
  description:
    "Only `title` is required. With `once`, the first request creates the task, and each later request with the same key returns it in its current state.",
  http: { method: "POST", path: "/tasks", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject({
    ...creatable,
    once: line(200, "a key")
      .optional()
      .describe("a key under which only one task is created, such as a date"),
  }),
  output: z.object({
    task: TaskView,
    existing: z.literal(true).optional().describe("an earlier request with the same `once` created the task"),
    notes: Notes,
  }),
  actor: "createdBy",
  shows: "task",
  refusals: ["dependency_cycle", "task_deleted"],

  indexes: ({ parent }) => (parent == null ? [] : ["parent"]),
  decide(board, input, context) {
    const { once } = input
    if (once !== undefined && madeOnce(board, once)) return []
    requireCreatable(board, input, context.actor)
    const events = creationEvents(board, [input], context)
    if (once === undefined) return events
    return events.map((event) =>
      event.type === "task.created" ? { ...event, source: sourceOf(once) } : event,
    )
  },
  answer(board, events, { once }, context) {
    const made = once === undefined ? undefined : madeOnce(board, once)
    return {
      task: viewTask(board, made ?? requireTask(board, taskId(board.counters.task)), context.now),
      ...(events.length === 0 && { existing: true as const }),
      ...notesOn(board, events, context),
    }
  },
  location: ({ task }) => `/tasks/${task.id}`,
})

// --- internal ---

const sourceOf = (once: string) => `once:${once}`

/**
 * The task that was created with this key.
 * @throws task_deleted if that task was deleted, because it is not created again
 */
function madeOnce(board: Board, once: string): Task | undefined {
  const origin = board.bySource(sourceOf(once))
  return origin && requireTask(board, taskId(origin.n))
}
