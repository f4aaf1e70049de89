import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { viewAttachment } from "../domain/read-models/task-view.ts"
import { requireAttachment } from "../domain/rules/attachments.ts"
import { AttachmentId, AttachmentView } from "../domain/wire/files/attachment-schemas.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { fileQuery } from "../operation.ts"

export const readAttachment = fileQuery({
  name: "attachment.read",
  summary: "Read a file of a task",
  description:
    "The response is the file itself, with the type detected from its bytes. A browser may show images, text and PDFs; anything else is served as a download. The bytes are first checked against their digest, so damaged bytes are never sent.",
  http: { method: "GET", path: "/tasks/{id}/attachments/{attachment}" },
  access: "read",
  input: z.strictObject({ id: TaskId, attachment: AttachmentId }),
  output: z.object({ attachment: AttachmentView }),
  givesFile: "attachment",
  refusals: ["task_not_found", "task_deleted", "attachment_not_found", "attachment_damaged"],

  read: (board, { id, attachment }) => ({
    attachment: viewAttachment(requireAttachment(board, requireTask(board, id), attachment)),
  }),
})
