import type { Board } from "./board.ts"
import { nameKey } from "./names.ts"
import { numberInRank } from "./ready-queues.ts"
import type { Task } from "./records.ts"
import type { SortedSet } from "./sorted-set.ts"

/** Who asks for work, and for which. */
export interface Ask {
  readonly agent: string
  readonly session?: string | undefined
  readonly project?: string | undefined
  /** A task must carry all of these. */
  readonly tags?: readonly string[] | undefined
}

/**
 * The one task that is up next for an agent (the spec's selection rules, DESIGN 3.3): its own ready work in
 * progress first, else the most urgent ready task that is unassigned or its own, the lowest number first.
 */
export function nextTask(board: Board, ask: Ask): Task | undefined {
  const isWanted = (task: Task) =>
    (ask.project === undefined || task.project === ask.project) &&
    (ask.tags ?? []).every((tag) => task.tags.includes(tag))
  const inProgress = board.ready.doing(ask.agent, ask.session)
  const waiting = [board.ready.todo(null, ask.project), board.ready.todo(ask.agent, ask.project)]
  return first(board, inProgress, isWanted) ?? first(board, waiting, isWanted)
}

/** Work in progress that a claim without a session may resume: what no live session holds. */
export function nextToClaim(board: Board, ask: Ask, takeOver: boolean): Task | undefined {
  return nextTask(board, { ...ask, session: takeOver ? undefined : (ask.session ?? "") })
}

/** Every blocker of a task that is still open. */
export function openBlockers(board: Board, task: Task): string[] {
  return task.blockedBy.filter((id) => {
    const status = board.tasks.get(Number(id.slice(2)))?.status
    return status !== undefined && status !== "done" && status !== "cancelled"
  })
}

export function isOwn(task: Task, agent: string): boolean {
  return task.assignee !== null && nameKey(task.assignee) === nameKey(agent)
}

// --- internal ---

/** The wanted task of the lowest rank in any of the queues. */
function first(
  board: Board,
  queues: readonly (SortedSet<number> | undefined)[],
  isWanted: (task: Task) => boolean,
): Task | undefined {
  let best: Task | undefined
  let bestRank = Infinity
  for (const queue of queues) {
    for (const rank of queue?.values() ?? []) {
      if (rank >= bestRank) break
      const task = board.tasks.get(numberInRank(rank))
      if (!task || !isWanted(task)) continue
      best = task
      bestRank = rank
      break
    }
  }
  return best
}
