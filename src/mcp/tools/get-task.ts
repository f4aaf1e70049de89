import * as z from "zod"
import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { fail } from "../../errors.ts"
import type { ToolCaller } from "../caller.ts"
import { fence, quote } from "../fence.ts"
import { handoffText } from "../handoff-text.ts"
import { taskText } from "../task-text.ts"
import { tool } from "../tool.ts"

export const getTask = tool({
  name: "get_task",
  description: "Read a task: text, criteria, history, newest comments, files; or one of its files.",
  isReadOnly: true,
  input: z.strictObject({ task: z.string(), file: z.string().optional() }),
  async run(caller, { task: named, file }) {
    const { id } = caller.find(named)
    const { attachments, total } = await caller.call("attachment.list", { id, limit: mostFiles })
    if (file !== undefined) return fileText(caller, findFile(attachments, id, file))
    const { task, handoff } = await caller.call("task.read", { id, handoff: true })
    const files = [
      ...attachments.map(fileLine),
      ...(total > mostFiles ? [`${total - mostFiles} more files`] : []),
    ]
    return [taskText(task), handoffText(handoff), ...files].filter((each) => each !== "").join("\n")
  },
})

// --- internal ---

const mostFiles = 20

/** What a model is given of a file. */
const mostBytes = 16 * 1024

function fileLine({ id, name, size }: AttachmentView): string {
  return `file ${id} ${quote(name, 100)} ${byteSize(size)}`
}

function findFile(files: readonly AttachmentView[], task: string, named: string): AttachmentView {
  const found = files.find(({ id, name }) => id === named.toUpperCase() || name === named)
  return found ?? fail("attachment_not_found", `${task} has no file ${quote(named, 100)}.`)
}

/** The text of a short one, as data; of any other its name and size. */
async function fileText(caller: ToolCaller, file: AttachmentView): Promise<string> {
  const { taskId: id, id: attachment, type, size, by } = file
  if (type !== "text/plain" || size > mostBytes) return fileLine(file)
  const { bytes } = await caller.call("attachment.read", { id, attachment })
  return `${fileLine(file)}\n${fence(new TextDecoder().decode(bytes), by, mostBytes)}`
}
