import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { pageOf } from "../domain/read-models/page.ts"
import { viewAttachment } from "../domain/read-models/task-view.ts"
import { AttachmentView } from "../domain/wire/files/attachment-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { paging, TaskId } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"

export const listAttachments = query({
  name: "attachment.list",
  summary: "List the files of a task, oldest first",
  description: "`cursor` leads to the next page.",
  http: { method: "GET", path: "/tasks/{id}/attachments" },
  access: "read",
  input: z.strictObject({ id: TaskId, ...paging, ...ofPast, fields: fieldsOf(AttachmentView) }),
  output: z.object({ attachments: z.array(AttachmentView), ...page }),
  record: "attachments",
  past: "at",
  refusals: ["task_not_found", "task_deleted"],

  read(board, input) {
    const { items, next, total } = pageOf(board.attachments.of(requireTask(board, input.id).n), input, "A")
    const attachments = items.flatMap((n) => board.attachments.get(n) ?? []).map(viewAttachment)
    return { attachments, next, total }
  },
})
