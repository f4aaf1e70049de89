import * as z from "zod"
import type { Board } from "../domain/board/board.ts"
import { requireTask } from "../domain/board/find.ts"
import type { Context } from "../domain/context.ts"
import { indexesOfList } from "../domain/read-models/task-list-indexes.ts"
import { pageOfTasks } from "../domain/read-models/task-page.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { editEach } from "../domain/rules/edit-each.ts"
import { eachOnce } from "../domain/rules/stored-fields.ts"
import { mostAtOnce } from "../domain/wire/tasks/batch-form.ts"
import { RefusedTaskView } from "../domain/wire/refused-schema.ts"
import { Session, TaskId } from "../domain/wire/schemas.ts"
import { changeable } from "../domain/wire/tasks/task-fields.ts"
import { taskFilters } from "../domain/wire/tasks/task-filters.ts"
import { taskId } from "../domain/wire/names.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { fail, failField } from "../errors.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { commandOnEach } from "../operation.ts"

export const editTasks = commandOnEach({
  name: "task.editMany",
  summary: "Change the same fields of several tasks at once",
  description:
    "The tasks are named by `ids` or chosen by `filter`. Each is changed as an edit of its own would change it, or refused for itself: the others are changed all the same, in one commit, which one undo takes back. An id that is given twice counts once. A change that a task has already is not written, and the task is among `tasks`. The changes may be 1 MiB, counted once for each task.",
  http: { method: "POST", path: "/tasks/edit" },
  access: "work",
  grows: true,
  input: z.strictObject({
    ids: TaskId.array()
      .min(1, "must hold a task id")
      .max(mostAtOnce, `must have at most ${mostAtOnce} ids`)
      .optional()
      .describe(`ids of the tasks, at most ${mostAtOnce}`),
    filter: z
      .strictObject(taskFilters)
      .optional()
      .describe(
        `in place of ids: the filters of the list of tasks, at least one; it may fit ${mostAtOnce} tasks`,
      ),
    changes: z.strictObject(changeable).describe("the fields of an edit of one task, at least one"),
    session: Session.optional(),
  }),
  output: z.object({
    tasks: z
      .array(TaskView)
      .describe(
        "the tasks as they are now, in the order of the request, without description, done_criteria, criteria, metadata and summary",
      ),
    refused: z.array(RefusedTaskView).describe("the tasks that could not be changed, and why"),
    notes: Notes,
  }),

  searches: ({ filter }) => filter?.q !== undefined,
  indexes: ({ filter, changes: { parent, blockedBy } }) => [
    ...(filter ? indexesOfList(filter) : []),
    ...(parent == null && blockedBy === undefined ? [] : (["parent"] as const)),
  ],
  decide(board, { ids, filter, changes, session }, context) {
    if (Object.keys(changes).length === 0) failField("changes", "must hold a field to change")
    if ((ids === undefined) === (filter === undefined)) failField("ids", "expected either ids or a filter")
    const chosen = filter ? fitting(board, filter, context) : eachOnce(ids)
    return editEach(board, chosen, { ...changes, session }, context)
  },
  answer: (board, { done, refused, events }, _, context) => ({
    tasks: done.map((id) => viewTask(board, requireTask(board, id), context.now, "compact")),
    refused: refused.map(({ id, error: { code, message: detail, facts, errors } }) => ({
      ...{ id, code, detail },
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(errors && { errors }),
    })),
    ...notesOn(board, events, context),
  }),
})

// --- internal ---

type Filter = z.output<z.ZodObject<typeof taskFilters>>

/** The ids of the tasks that fit. A filter that says nothing would fit all, which is more often a slip than a wish. */
function fitting(board: Board, { q, ...filter }: Filter, context: Context): string[] {
  const isSaid = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  if (![q, ...Object.values(filter)].some(isSaid))
    failField("filter", "must hold a filter: an empty one fits all")
  const found = q === undefined ? undefined : context.search.tasks(q)
  const { tasks, total } = pageOfTasks(board, { ...filter, found, limit: mostAtOnce }, context)
  if (total > mostAtOnce)
    fail("invalid_input", {
      detail: `This filter fits ${total} tasks, and at most ${mostAtOnce} can be changed at once.`,
      facts: { field: "filter", total },
      errors: [{ path: "filter", message: `fits ${total} tasks, and at most ${mostAtOnce} may be changed` }],
    })
  return tasks.map(({ n }) => taskId(n))
}
