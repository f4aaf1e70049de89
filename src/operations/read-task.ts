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
    "With `checks`, what its checks came to comes with it. With `lessons`, up to three reflections on similar finished tasks come with it. With `handoff`, what happened to the task before comes with it, as in the answer to a claim by the caller; to a caller without a name it shows the comments of all.",
  http: { method: "GET", path: "/tasks/{id}" },
  access: "read",
  input: z.strictObject({
    id: TaskId,
    handoff: Flag.optional().describe("also what happened to the task before"),
    lessons: Flag.optional().describe("also what was learned from similar finished tasks"),
    checks: Flag.optional().describe("also what its checks came to, newest first"),
    ...ofPast,
    fields: fieldsOf(TaskView),
  }),
  output: z.object({
    task: TaskView,
    handoff: Handoff.nullable().optional().describe("null: nothing happened to the task before"),
    found: z
      .array(z.string())
      .optional()
      .describe(
        `ids of the tasks that were found in the work on this one, the newest first, at most ${mostFound}`,
      ),
    openLines: z
      .int()
      .optional()
      .describe(
        "with `handoff`, of a task in review: how many comments on lines a request for changes would gather",
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
