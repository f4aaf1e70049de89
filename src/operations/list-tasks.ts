import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { indexesOfList } from "../domain/read-models/task-list-indexes.ts"
import { pageOfTasks as list } from "../domain/read-models/task-page.ts"
import { sorts } from "../domain/read-models/task-sort.ts"
import { Flag, paging } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { taskFilters } from "../domain/wire/tasks/task-filters.ts"
import { page, TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask, viewRecord } from "../domain/read-models/task-view.ts"
import { failField } from "../errors.ts"
import { query } from "../operation.ts"
import type { Board } from "../domain/board/board.ts"
import type { TrashedTask } from "../domain/board/records.ts"
import { iso } from "../domain/wire/time.ts"
import { pageBack } from "../domain/read-models/page.ts"

/** Searching for words in a task with three texts of 4 KB takes 0.4 ms, or 2 ms if every word has an accent. */
const mostExcerpts = 50

export const listTasks = query({
  name: "task.list",
  summary: "List tasks",
  description:
    "A task is listed if it matches all given filters. A filter that is given several times matches a task with any of the values; with several tags, the task must have all of them. A filter that begins with `not` excludes tasks with any of the values.",
  http: { method: "GET", path: "/tasks" },
  access: "read",
  input: z.strictObject({
    ...taskFilters,
    sort: z
      .enum(sorts, { error: `expected one of ${sorts.join(", ")}` })
      .optional()
      .describe(
        "the order; default: best match first with q, otherwise created; `-` reverses it. priority: P0 first, and the lowest rank first within each priority; due: soonest first, tasks without dueAt last; started: earliest start first, tasks not in progress last",
      ),
    compact: Flag.default(false).describe(
      "without description, done_criteria, criteria, metadata and summary, unless `fields` lists what to show",
    ),
    trash: Flag.default(false).describe(
      "deleted tasks that can be restored, latest first; they cannot be filtered or sorted",
    ),
    excerpt: Flag.default(false).describe(
      `with q: for each task, show where the words occur, in context; at most ${mostExcerpts} tasks per page`,
    ),
    ...paging,
    ...ofPast,
    fields: fieldsOf(TaskView),
  }),
  output: z.object({ tasks: z.array(TaskView), ...page }),
  record: "tasks",
  past: "at",

  searches: ({ q }) => q !== undefined,
  indexes: indexesOfList,
  read(board, { q, ...input }, context) {
    const { now, search } = context
    const form = input.compact && !input.fields ? "compact" : "whole"
    if (input.trash) {
      requireTrashOnly({ q, ...input })
      return pageOfTrash(board, { ...input, form })
    }
    if (input.excerpt && q === undefined) failField("excerpt", "requires q", { received: true })
    if (input.excerpt && input.limit > mostExcerpts)
      failField("limit", `expected at most ${mostExcerpts} with \`excerpt\``, { received: input.limit })
    const found = q === undefined ? undefined : search.tasks(q)
    const { tasks, next, total } = list(board, { ...input, found }, context)
    const match = input.excerpt && q !== undefined ? search.matcher(q) : undefined
    return {
      tasks: tasks.map((task) => ({
        ...viewTask(board, task, now, form),
        ...(match && { match: match(task) }),
      })),
      next,
      total,
    }
  },
})

// --- internal ---

const besideTrash: readonly string[] = ["trash", "compact", "fields", "at", "limit", "cursor"]

/** The indexes do not include the trash, so the trash cannot be filtered or sorted. */
function requireTrashOnly(input: Readonly<Record<string, unknown>>): void {
  const other = Object.keys(input).find(
    (name) => !besideTrash.includes(name) && input[name] !== undefined && input[name] !== false,
  )
  if (other !== undefined) failField(other, "cannot be used with trash", { received: input[other] })
}

/** A page of the tasks in the trash; the tasks that were deleted last come first. */
function pageOfTrash(
  board: Board,
  list: { readonly limit: number; readonly cursor?: string | undefined; readonly form: "whole" | "compact" },
) {
  const all = [...board.trash.values()].sort((a, b) => b.seq - a.seq)
  const { items, next, total } = pageBack(all, list)
  return { tasks: items.map((trashed) => viewTrashed(board, trashed, list.form)), next, total }
}

function viewTrashed(
  board: Board,
  { task, at, by, until }: TrashedTask,
  form: "whole" | "compact",
): TaskView {
  return { ...viewRecord(board, task, form), deleted: { at: iso(at), by, until: iso(until) } }
}
