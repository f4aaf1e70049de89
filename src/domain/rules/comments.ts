import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { EventOf } from "../events/index.ts"
import { canonicalName } from "../board/find.ts"
import type { Task } from "../board/records.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { toldOfComment } from "./tells.ts"

/**
 * The event of a comment. A separate event adds its author to the board.
 * @param also who gets a notice of the comment, whatever was said before
 */
export function commented(
  board: Board,
  task: Task,
  content: string,
  by: string,
  also: readonly (string | undefined)[] = [],
): EventOf<"task.commented"> {
  const author = canonicalName(board, by)
  const comment = `C-${board.counters.comment + 1}`
  const said = { type: "task.commented", task: taskId(task.n), comment, author, content } as const
  return { ...said, ...toldOfComment(board, task, author, also) }
}

/** @throws invalid_input for an id that is not a comment on this task */
export function requireComment(board: Board, task: Task, id: string, field: string): string {
  if (board.comments.get(numberOf(id))?.task === task.n) return id
  return failComment(task, { id, field, message: `is not a comment on ${taskId(task.n)}` })
}

/** Refuses an id in a request that does not name a comment. @param message the message of the refusal */
export function failComment(
  { n }: Task,
  { id, field, message }: { readonly id: string; readonly field: string; readonly message: string },
): never {
  fail("invalid_input", {
    detail: `${field}: ${id} ${message}.`,
    facts: { task: taskId(n), field },
    errors: [{ path: field, message, received: id }],
  })
}
