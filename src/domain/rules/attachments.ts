import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { attachmentId, numberOf, taskId } from "../wire/names.ts"
import type { Attachment } from "../board/files/attachment-record.ts"
import type { Task } from "../board/records.ts"
import { failBlocked } from "./undo-blocks.ts"

/** The maximum total size of a board's files in bytes, including those of tasks in the trash. */
export const mostFileBytes = 1024 ** 3

/** @throws attachments_full */
export function requireFileRoom(board: Board, size: number): void {
  const left = mostFileBytes - board.attachments.bytes
  if (size <= left) return
  fail("attachments_full", {
    detail: `A board's files may be up to ${mostFileBytes} bytes in total. ${Math.max(0, left)} bytes are left, and this file is ${size} bytes long.`,
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

/**
 * The reported patch must be one of the task's files, with this digest.
 * @throws attachment_not_found, invalid_input
 */
export function requirePatch(board: Board, task: Task, patch: { id: string; sha256: string }): void {
  if (requireAttachment(board, task, patch.id).sha256 === patch.sha256) return
  fail("invalid_input", {
    detail: `The file ${patch.id} does not have the SHA-256 of the reported patch.`,
    facts: { task: taskId(task.n), attachment: patch.id },
  })
}

/**
 * The file that shows what an attempt changed: the file that its report names. Anyone who may attach files can choose
 * any name, so a file name counts only for work that was reported before reports named their patch.
 */
export function patchOf(board: Board, { n, work }: Task): { id: string; sha256: string } | null {
  if (!work) return null
  if (work.patch !== undefined) return work.patch
  const name = `${taskId(n)}.${work.epoch}.patch`
  const files = [...board.attachments.of(n)].flatMap((each) => board.attachments.get(each) ?? [])
  const found = files.findLast((each) => each.name === name)
  return found ? { id: attachmentId(found.n), sha256: found.sha256 } : null
}

export function removeEvent({ n, task, name }: Attachment): BoardEvent {
  return { type: "attachment.removed", task: taskId(task), attachment: attachmentId(n), name }
}

/** Undoes the addition of a file; there is nothing to undo if the file has been removed since. */
export function removeFile(board: Board, n: number): BoardEvent[] {
  const found = board.attachments.get(n)
  return found ? [removeEvent(found)] : []
}

/** Undoes the removal of a file. @throws undo_blocked if there is no room for the file any more */
export function bringFileBack(
  board: Board,
  { n, task, by, createdAt: since, name, size, type, sha256 }: Attachment,
): BoardEvent[] {
  if (board.attachments.has(n)) return []
  if (board.attachments.bytes + size > mostFileBytes)
    failBlocked(taskId(task), "attachments", `no longer has room for the file ${name}`)
  const file = { name, size, type, sha256 }
  return [{ type: "attachment.added", task: taskId(task), attachment: attachmentId(n), by, file, since }]
}
