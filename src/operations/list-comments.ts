import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { requireTask } from "../domain/board/find.ts"
import { paging, TaskId } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { CommentView, page } from "../domain/wire/tasks/view-schemas.ts"
import { viewComment } from "../domain/read-models/said-view.ts"
import { pageOf } from "../domain/read-models/page.ts"
import { query } from "../operation.ts"

export const listComments = query({
  name: "task.comments",
  summary: "List the comments of a task, oldest first",
  description: "`cursor` leads to the next page.",
  http: { method: "GET", path: "/tasks/{id}/comments" },
  access: "read",
  input: z.strictObject({ id: TaskId, ...paging, ...ofPast, fields: fieldsOf(CommentView) }),
  output: z.object({ comments: z.array(CommentView), ...page }),
  record: "comments",
  past: "at",
  refusals: ["task_not_found", "task_deleted"],

  read(board, input) {
    const { items, next, total } = pageOf(board.commentsOf.of(requireTask(board, input.id).n), input, "C")
    return { comments: items.flatMap((n) => board.comments.get(n) ?? []).map(viewComment), next, total }
  },
})
