import type * as z from "zod"
import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import { holdersOf, mostHolders, viewHolder } from "../rules/resources.ts"
import type { ResourceView } from "../wire/resources/resource-schemas.ts"
import { taskId } from "../wire/names.ts"
import { iso } from "../wire/time.ts"
import type { TakenView } from "../wire/resources/holder-schema.ts"
import { viewPause } from "./agent-view.ts"

/** What keeps a task from being started; undefined if no resource that it needs is taken. */
export function viewTakenOf(board: Board, task: Task): z.infer<typeof TakenView> | undefined {
  const taken = task.fields.resources.length === 0 ? undefined : board.ready.takenFor(task)
  if (!taken || task.status !== "todo") return undefined
  const closed = board.resources.get(taken.name)?.closed
  return {
    resource: taken.name,
    by: holdersOf(board, taken, task.n).slice(0, mostHolders),
    ...(closed && { closedUntil: iso(closed.until), reason: closed.reason }),
  }
}

/** Every resource that is declared, closed, held or waited for, by name. */
export function viewResources(board: Board): ResourceView[] {
  const waiting = waitingByName(board)
  const names = new Set([
    ...[...board.resources.values()].map((each) => each.name),
    ...board.ready.use.heldNames(),
    ...waiting.keys(),
  ])
  return [...names].sort().map((name) => viewResource(board, name, waiting))
}

/** @param waiting numbers of the tasks that each name keeps out */
export function viewResource(board: Board, name: string, waiting = waitingByName(board)): ResourceView {
  const { capacity = null, description = null, closed = null } = board.resources.get(name) ?? {}
  const numbers = waiting.get(name) ?? []
  return {
    name,
    capacity: capacity ?? 1,
    declared: capacity !== null,
    description,
    closed: viewPause(closed),
    holders: board.ready.use.holders(name).map((n) => viewHolder(board, n)),
    waiting: numbers.slice(0, mostHolders).map(taskId),
    waitingCount: numbers.length,
  }
}

// --- internal ---

function waitingByName(board: Board): Map<string, number[]> {
  const waiting = new Map<string, number[]>()
  for (const n of [...board.ready.withoutRoom()].sort((a, b) => a - b)) {
    const task = board.tasks.get(n)
    const taken = task && board.ready.takenFor(task)
    if (taken) {
      const numbers = waiting.get(taken.name) ?? []
      numbers.push(n)
      waiting.set(taken.name, numbers)
    }
  }
  return waiting
}
