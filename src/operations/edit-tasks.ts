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
    "Name the tasks by `ids`, or select them with `filter`. Each task is changed or refused as in a separate edit; a refusal does not affect the other tasks. All changes are made in one commit, and a single undo reverts them. An id that is given twice counts once. A task that already has the values is not written, but is listed in `tasks`. The changes, counted once for each task, may total 1 MiB.",
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
        `instead of ids: at least one filter of the task list; it may match at most ${mostAtOnce} tasks`,
      ),
    changes: z.strictObject(changeable).describe("at least one field, as when editing one task"),
    session: Session.optional(),
  }),
  output: z.object({
    tasks: z
      .array(TaskView)
      .describe(
        "the tasks as they are now, in request order, without description, done_criteria, criteria, metadata and summary",
      ),
    unchanged: z
      .array(z.string())
      .optional()
      .describe("ids of the tasks that had these values already, if there are any"),
    refused: z.array(RefusedTaskView).describe("the tasks that could not be changed, and why"),
    notes: Notes,
  }),

  searches: ({ filter }) => filter?.q !== undefined,
  indexes: ({ filter, changes: { parent, blockedBy } }) => [
    ...(filter ? indexesOfList(filter) : []),
    ...(parent == null && blockedBy === undefined ? [] : (["parent"] as const)),
  ],
  decide(board, { ids, filter, changes, session }, context) {
    if (Object.keys(changes).length === 0) failField("changes", "must contain a field to change")
    if ((ids === undefined) === (filter === undefined)) failField("ids", "expected either ids or a filter")
    const chosen = filter ? fitting(board, filter, context) : eachOnce(ids)
    return editEach(board, chosen, { ...changes, session }, context)
  },
  answer: (board, { done, unchanged, refused, events, ended }, _, context) => ({
    tasks: done.map((id) => viewTask(board, requireTask(board, id), context.now, "compact")),
    ...(unchanged.length > 0 && { unchanged: [...unchanged] }),
    refused: refused.map(({ id, error: { code, message: detail, facts, errors } }) => ({
      ...{ id, code, detail },
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(errors && { errors }),
    })),
    ...notesOn(board, events, context, { first: ended }),
  }),
})

// --- internal ---

type Filter = z.output<z.ZodObject<typeof taskFilters>>

/**
 * The ids of the tasks that match. An empty filter would match all tasks; that is more often a mistake than
 * intended, so it is refused.
 */
function fitting(board: Board, { q, ...filter }: Filter, context: Context): string[] {
  const isSaid = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  if (![q, ...Object.values(filter)].some(isSaid))
    failField("filter", "must contain a filter: an empty one matches all tasks")
  const found = q === undefined ? undefined : context.search.tasks(q)
  const { tasks, total } = pageOfTasks(board, { ...filter, found, limit: mostAtOnce }, context)
  if (total > mostAtOnce)
    fail("invalid_input", {
      detail: `This filter matches ${total} tasks; at most ${mostAtOnce} can be changed at once.`,
      facts: { field: "filter", total },
      errors: [{ path: "filter", message: `matches ${total} tasks; at most ${mostAtOnce} can be changed` }],
    })
  return tasks.map(({ n }) => taskId(n))
}
