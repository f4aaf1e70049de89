import * as z from "zod"
import { creationEvents, requireCreatable } from "../domain/rules/create.ts"
import { requireTask } from "../domain/board/find.ts"
import { taskId } from "../domain/wire/names.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { creatable } from "../domain/wire/tasks/task-fields.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const createTask = command({
  name: "task.create",
  summary: "Create a task",
  description: "Only `title` is required.",
  http: { method: "POST", path: "/tasks", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject(creatable),
  output: z.object({ task: TaskView, notes: Notes }),
  actor: "createdBy",
  shows: "task",
  refusals: ["dependency_cycle"],

  indexes: ({ parent }) => (parent == null ? [] : ["parent"]),
  decide(board, input, context) {
    requireCreatable(board, input, context.actor)
    return creationEvents(board, [input], context)
  },
  answer: (board, events, _, context) => ({
    task: viewTask(board, requireTask(board, taskId(board.counters.task)), context.now),
    ...notesOn(board, events, context),
  }),
  location: ({ task }) => `/tasks/${task.id}`,
})
