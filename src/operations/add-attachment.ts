import * as z from "zod"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireFileRoom } from "../domain/rules/attachments.ts"
import { renewal } from "../domain/rules/lease.ts"
import { AttachmentView, FileIn } from "../domain/wire/files/attachment-schemas.ts"
import { attachmentId } from "../domain/wire/names.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { viewAttachment } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const addAttachment = command({
  name: "attachment.add",
  summary: "Attach a file to a task",
  description:
    "The body is the file itself. The file's type is detected from its bytes; `Content-Type` is ignored. The response is sent once the bytes are durable. Attaching a file renews the lease if the holder does it.",
  http: { method: "POST", path: "/tasks/{id}/attachments", status: 201 },
  access: "work",
  input: z.strictObject({ id: TaskId, file: FileIn }),
  output: z.object({ attachment: AttachmentView, notes: Notes }),
  subject: "id",
  refusals: ["attachments_full", "lease_lost"],
  takesFile: {
    admit(board, { id }, size) {
      requireTask(board, id)
      requireFileRoom(board, size)
    },
  },

  decide(board, { id, file }, context) {
    const task = requireTask(board, id)
    requireFileRoom(board, file.size)
    const { actor } = context
    const by = canonicalName(board, actor)
    const attachment = attachmentId(board.counters.attachment + 1)
    return [
      ...joinEvents(board, [by]),
      { type: "attachment.added", task: id, attachment, by, file },
      ...renewal(board, task, { actor }, context),
    ]
  },
  answer(board, events, _, context) {
    const attachment = board.attachments.get(board.counters.attachment)
    return attachment
      ? { attachment: viewAttachment(attachment), ...notesOn(board, events, context) }
      : fail("internal", "The attachment is missing.")
  },
  location: ({ attachment }) => `/tasks/${attachment.taskId}/attachments/${attachment.id}`,
})
