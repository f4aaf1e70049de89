import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../events/index.ts"
import type { Task } from "../board/records.ts"
import type { Ownership } from "../board/access/access-records.ts"
import { isSameName, numberOf } from "../wire/names.ts"

/**
 * Records which accounts created a task and worked on it, whatever names they acted under.
 * @param before the task before the event
 */
export function followOwnership(
  board: Board,
  event: BoardEvent,
  { actor, via }: EventMeta,
  before: Task | undefined,
): void {
  switch (event.type) {
    case "task.created":
      if (via !== undefined) board.ownership.put({ n: numberOf(event.task), maker: via, workers: [] })
      return
    case "task.claimed":
      // An agent that takes the task over continues the same attempt.
      if (before?.status === "doing") return addWorker(board, event.task, via)
      return setWorkers(board, event.task, via === undefined ? [] : [via])
    case "task.completed":
      return addWorker(board, event.task, via)
    case "task.moved": {
      // An account that assigns a task to another agent does not take part in the work.
      const takes = event.to === "doing" && isSameName(event.assignee, actor)
      const finishes = (event.to === "review" || event.to === "done") && before?.status !== "review"
      if (takes || finishes) addWorker(board, event.task, via)
    }
  }
}

// --- internal ---

function setWorkers(board: Board, task: string, workers: readonly string[]): void {
  const n = numberOf(task)
  const known = board.ownership.get(n)
  if (!known && workers.length === 0) return
  const owned: Ownership = { n, maker: known?.maker ?? null, workers }
  board.ownership.put(owned)
}

function addWorker(board: Board, task: string, via: string | undefined): void {
  if (via === undefined) return
  const { workers = [] } = board.ownership.get(numberOf(task)) ?? {}
  if (!workers.some((each) => isSameName(each, via))) setWorkers(board, task, [...workers, via])
}
