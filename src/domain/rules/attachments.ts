import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { attachmentId, numberOf, taskId } from "../wire/names.ts"
import type { Attachment } from "../board/attachment-record.ts"
import type { Task } from "../board/records.ts"
import { failBlocked } from "./undo-blocks.ts"

/** The most bytes that the files of one board may have, those of tasks in the trash included. */
export const mostFileBytes = 1024 ** 3

/** @throws attachments_full */
export function requireFileRoom(board: Board, size: number): void {
  const left = mostFileBytes - board.attachments.bytes
  if (size <= left) return
  fail("attachments_full", {
    detail: `The files of a board may have ${mostFileBytes} bytes together; ${Math.max(0, left)} are left, and this one has ${size}.`,
    facts: { size, left: Math.max(0, left) },
  })
}

/** @throws attachment_not_found */
export function requireAttachment(board: Board, task: Task, id: string): Attachment {
  const found = board.attachments.get(numberOf(id))
  if (found?.task === task.n) return found
  fail("attachment_not_found", {
    detail: `${taskId(task.n)} has no file ${id}.`,
    facts: { task: taskId(task.n), attachment: id },
  })
}

export function removeEvent({ n, task, name }: Attachment): BoardEvent {
  return { type: "attachment.removed", task: taskId(task), attachment: attachmentId(n), name }
}

/** Takes back that a file was added; nothing is left to do where somebody has removed it since. */
export function removeFile(board: Board, n: number): BoardEvent[] {
  const found = board.attachments.get(n)
  return found ? [removeEvent(found)] : []
}

/** Takes back that a file was removed. @throws undo_blocked where there is no room for it any more */
export function bringFileBack(
  board: Board,
  { n, task, by, createdAt: since, name, size, type, sha256 }: Attachment,
): BoardEvent[] {
  if (board.attachments.has(n)) return []
  if (board.attachments.bytes + size > mostFileBytes)
    failBlocked(taskId(task), "attachments", `has no room for the file ${name} any more`)
  const file = { name, size, type, sha256 }
  return [{ type: "attachment.added", task: taskId(task), attachment: attachmentId(n), by, file, since }]
}
