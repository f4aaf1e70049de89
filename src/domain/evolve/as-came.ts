import type { Board } from "../board/board.ts"
import { stateDigest } from "../board/imports/import-said.ts"
import type { Task } from "../board/records.ts"

/** Keeps how an import has made a task, before the first change of it: what is undone since has changed nothing. */
export function keepAsCame(board: Board, task: Task): void {
  if (task.version !== 1) return
  const origin = board.origins.get(task.n)
  if (origin) board.origins.put({ ...origin, asCame: stateDigest(task) })
}
