import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { numberOf } from "../wire/names.ts"
import { touch } from "./task-changes.ts"

/** Like a comment, a file does not raise the version of its task. */
export function addAttachment(
  board: Board,
  { task, attachment, by, file, since }: BoardEvent & { type: "attachment.added" },
  { at, seq }: EventMeta,
): void {
  const n = numberOf(attachment)
  // What an undo brings back has an earlier number.
  board.count({ attachment: Math.max(n, board.counters.attachment) })
  board.attachments.put({ n, task: numberOf(task), ...file, by, createdAt: since ?? at })
  touch(board, task, (draft) => (draft.lastEvent = seq))
}

export function removeAttachment(
  board: Board,
  { task, attachment }: BoardEvent & { type: "attachment.removed" },
  { seq }: EventMeta,
): void {
  board.attachments.delete(numberOf(attachment))
  touch(board, task, (draft) => (draft.lastEvent = seq))
}
