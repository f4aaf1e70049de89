import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import { nameKey } from "../wire/names.ts"

/*
 * Who gets a notice of what others say and decide about a task. The names are written into the event. An older event
 * does not have them, so an old log results in the same inboxes as before.
 */

/**
 * Who gets a comment in the inbox: the agent that is working on the open task, the agent that blocked it, and the last
 * commenter before.
 */
export function toldOfComment(
  board: Board,
  task: Task,
  author: string,
  also: readonly (string | undefined)[],
): { tells?: readonly string[] } {
  const last = board.commentsOf.of(task.n).at(-1)
  const before = last === undefined ? undefined : board.comments.get(last)?.author
  const isOpen = task.status !== "done" && task.status !== "cancelled"
  return named([isOpen ? task.assignee : null, task.askedBy, before, ...also], author)
}

/** Who gets a notice that the task continues: its worker, and the agent that blocked it. */
export function toldOfUnblock(task: Task, actor: string): { tells?: readonly string[] } {
  return named([task.assignee, task.askedBy], actor)
}

// --- internal ---

/** Each name once, without the actor's own. */
function named(names: readonly (string | null | undefined)[], actor: string): { tells?: readonly string[] } {
  const told = new Map<string, string>()
  for (const name of names)
    if (name != null && nameKey(name) !== nameKey(actor)) told.set(nameKey(name), name)
  return told.size === 0 ? {} : { tells: [...told.values()] }
}
