import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { batchEvents, idsByRef } from "../domain/rules/create-many.ts"
import { Batch } from "../domain/wire/tasks/batch-schema.ts"
import { numberOf } from "../domain/wire/names.ts"
import { ActorName } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const createTasks = command({
  name: "task.createMany",
  summary: "Create several tasks at once, all or none",
  description:
    "A task may refer to other tasks in the same request as `#ref`, in any order. The tasks are numbered in request order.",
  http: { method: "POST", path: "/tasks/batch", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject({
    tasks: Batch,
    createdBy: ActorName.nullish().describe("who creates the tasks; default: the sender of the request"),
    dryRun: z.boolean().default(false).describe("return what would be created, and create nothing"),
  }),
  output: z.object({
    tasks: z.array(TaskView).describe("in request order"),
    refs: z.record(z.string(), z.string()).describe("the id of each task that has a `ref`"),
    notes: Notes,
  }),
  actor: "createdBy",
  dryRun: "dryRun",
  refusals: ["dependency_cycle", "check_required"],

  indexes: ({ tasks }) => (tasks.some(({ parent }) => parent != null) ? ["parent"] : []),
  decide: (board, { tasks }, context) => batchEvents(board, tasks, context),
  answer(board, events, { tasks }, context) {
    const ids = events.flatMap((event) => (event.type === "task.created" ? [event.task] : []))
    return {
      tasks: ids.map((id) => viewTask(board, requireTask(board, id), context.now)),
      refs: Object.fromEntries(idsByRef(tasks, numberOf(ids[0] ?? ""))),
      ...notesOn(board, events, context),
    }
  },
})
