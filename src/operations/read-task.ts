import * as z from "zod"
import { gatheredLines } from "../domain/rules/line-comments.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { take } from "../domain/collections/take.ts"
import { requireTask } from "../domain/board/find.ts"
import { Handoff } from "../domain/wire/tasks/handoff-schema.ts"
import { CheckResultView } from "../domain/wire/checks/check-schemas.ts"
import { viewResults } from "../domain/read-models/check-view.ts"
import { viewHandoff } from "../domain/read-models/handoff.ts"
import { lessonsFor } from "../domain/read-models/lessons.ts"
import { taskId } from "../domain/wire/names.ts"
import { Flag, TaskId } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { LessonView, TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { query } from "../operation.ts"

/** A list filtered by `discoveredFrom` shows them all. */
const mostFound = 20

export const readTask = query({
  name: "task.read",
  summary: "Read a task",
  description:
    "`checks` adds the results of the task's checks. `lessons` adds reflections on similar finished tasks, at most three. `handoff` adds the task's earlier history, just as the caller would get it by claiming the task. The caller's own comments are left out; a caller without a name sees everyone's.",
  http: { method: "GET", path: "/tasks/{id}" },
  access: "read",
  input: z.strictObject({
    id: TaskId,
    handoff: Flag.optional().describe("also return the earlier history of the task"),
    lessons: Flag.optional().describe("also return lessons from similar finished tasks"),
    checks: Flag.optional().describe("also return the results of the task's checks, newest first"),
    ...ofPast,
    fields: fieldsOf(TaskView),
  }),
  output: z.object({
    task: TaskView,
    handoff: Handoff.nullable().optional().describe("null: the task has no earlier history"),
    found: z
      .array(z.string())
      .optional()
      .describe(`ids of the tasks found while working on this task, newest first, at most ${mostFound}`),
    openLines: z
      .int()
      .optional()
      .describe(
        "with `handoff`, for a task in review: how many line comments a request for changes would collect",
      ),
    lessons: z.array(LessonView).max(3).optional(),
    checks: z.array(CheckResultView).optional(),
  }),
  record: "task",
  past: "at",
  shows: "task",
  refusals: ["task_not_found", "task_deleted"],

  searches: ({ lessons }) => lessons === true,
  indexes: () => ["discoveredFrom"],
  read(board, { id, handoff, lessons, checks }, { actor, search, now }) {
    const task = requireTask(board, id)
    const found = take(board.index.get("discoveredFrom", id)?.reversed() ?? [], mostFound).map(taskId)
    return {
      task: viewTask(board, task, now),
      ...(handoff && { handoff: viewHandoff(board, task, actor) }),
      ...(handoff &&
        task.status === "review" && { openLines: gatheredLines(board, task).lines?.length ?? 0 }),
      ...(checks && { checks: viewResults(task) }),
      ...(found.length > 0 && { found }),
      ...(lessons && { lessons: lessonsFor(board, task, search) }),
    }
  },
})
