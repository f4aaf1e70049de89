import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { BoardEvent } from "../events/index.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { isGuarded } from "./loosening.ts"

/**
 * Finds tasks whose result is their children and that still wait for one of them. Must be called before the events of a
 * command are folded in. Call the returned function afterwards: it moves to done the tasks that no longer wait for any
 * child, if at least one child was done.
 */
export function watchParents(board: Board, events: readonly BoardEvent[]): () => BoardEvent[] {
  const waiting = new Set<number>()
  for (const event of events) {
    const parent = "task" in event ? board.tasks.get(numberOf(event.task))?.fields.parent : null
    const above = parent == null ? undefined : board.tasks.get(numberOf(parent))
    if (above?.fields.result === "children" && board.ready.children.awaited(above) > 0) waiting.add(above.n)
  }
  return () => [...waiting].flatMap((n) => endOf(board, board.tasks.get(n)))
}

// --- internal ---

function endOf(board: Board, task: Task | undefined): BoardEvent[] {
  if (!task || !endsByItself(task) || board.ready.children.awaited(task) > 0) return []
  if (board.ready.children.of(task.n).done === 0) return []
  return [{ type: "task.moved", task: taskId(task.n), to: "done", reason: null, assignee: task.assignee }]
}

/** Whether nobody is working on it, and nothing of its own has to be proven or reviewed. */
function endsByItself(task: Task): boolean {
  const { result, done_criteria, namedChecks } = task.fields
  const isFree = task.status === "todo" && task.lease === null && result === "children"
  return isFree && done_criteria.length + namedChecks.length === 0 && !isGuarded(task)
}
