import type { Board } from "../board/board.ts"
import { stateDigest } from "../board/imports/import-said.ts"
import type { Task } from "../board/records.ts"

/**
 * Records how an import created a task, before the task is first changed. A change that has since been undone does not
 * count as a change.
 */
export function keepAsCame(board: Board, task: Task): void {
  if (task.version !== 1) return
  const origin = board.origins.get(task.n)
  if (origin) board.origins.put({ ...origin, asCame: stateDigest(task) })
}
