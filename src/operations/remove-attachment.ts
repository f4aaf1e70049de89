import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { removeEvent, requireAttachment } from "../domain/rules/attachments.ts"
import { renewal } from "../domain/rules/lease.ts"
import { AttachmentId } from "../domain/wire/files/attachment-schemas.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { command } from "../operation.ts"

export const removeAttachment = command({
  name: "attachment.remove",
  summary: "Remove a file from a task",
  description:
    "An undo restores the file. The file's bytes are deleted a day after the last reference to them. An agent with the role `work` may remove any file that it attached, any file of a task that it holds, and any file of a task that it created and that nobody has started.",
  http: { method: "DELETE", path: "/tasks/{id}/attachments/{attachment}" },
  access: "work",
  input: z.strictObject({ id: TaskId, attachment: AttachmentId }),
  output: z.object({ removed: z.string().describe("the id of the file") }),
  subject: "id",
  refusals: ["attachment_not_found", "lease_lost"],

  decide(board, { id, attachment }, context) {
    const task = requireTask(board, id)
    const { actor } = context
    return [
      removeEvent(requireAttachment(board, task, attachment)),
      ...renewal(board, task, { actor }, context),
    ]
  },
  answer: (_board, _events, { attachment }) => ({ removed: attachment }),
})
