import type { Board } from "../board/board.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { isClosed, numberInRank, rankOf } from "../board/ready-queues.ts"
import type { Task } from "../board/records.ts"
import { pauseOf } from "./pauses.ts"
import { createSortedSet, type SortedSet } from "../collections/sorted-set.ts"

/** Who asks for work, and for which. */
export interface NextQuery {
  readonly agent: string
  readonly session?: string | undefined
  readonly project?: string | undefined
  /** A task must carry all of these. */
  readonly tags?: readonly string[] | undefined
}

/**
 * The one task that is up next for an agent (the spec's selection rules, DESIGN 3.3): its own ready work in
 * progress first, else the most urgent ready task that is unassigned or its own, the lowest number first. Nothing
 * while the agent, or the whole team, is paused.
 */
export function nextTask(board: Board, ask: NextQuery): Task | undefined {
  return pauseOf(board, ask.agent) ? undefined : nextIfNotPaused(board, ask)
}

/** What would be up next for an agent that may be paused. */
export function nextIfNotPaused(board: Board, ask: NextQuery): Task | undefined {
  const { agent, session, project, tags = [] } = ask
  const hasTags = (task: Task) => tags.every((tag) => task.tags.includes(tag))
  const isWanted = (task: Task) => (project === undefined || task.project === project) && hasTags(task)
  const tagged = rarest(board, tags)
  return (
    first(
      board,
      board.ready.doing(agent, session),
      project === undefined && tags.length === 0 ? undefined : { is: isWanted, tagged },
    ) ??
    first(
      board,
      [board.ready.todo(null, project), board.ready.todo(agent, project)],
      tags.length === 0 ? undefined : { is: hasTags, tagged },
    )
  )
}

/** As `nextTask`, but without the work that a live session of the same name holds, unless it is to be taken over. */
export function nextToClaim(board: Board, ask: NextQuery, takeOver: boolean): Task | undefined {
  const { agent, project, tags } = ask
  return nextTask(board, { agent, session: takeOver ? undefined : (ask.session ?? ""), project, tags })
}

/** Every blocker of a task that is still open. */
export function openBlockerIds(board: Board, task: Task): string[] {
  return task.blockedBy.filter((id) => !isClosed(board.tasks.get(numberOf(id))))
}

export function isOwn(task: Task, agent: string): boolean {
  return task.assignee !== null && nameKey(task.assignee) === nameKey(agent)
}

// --- internal ---

/** The condition that a task must meet. */
interface TaskMatch {
  is(task: Task): boolean
  /** All tasks that meet it are in here, beside others; undefined where no index narrows them down. */
  readonly tagged: SortedSet<number> | undefined
}

/** The tasks with the one of the tags that the fewest have. */
function rarest(board: Board, tags: readonly string[]): SortedSet<number> | undefined {
  const sets = tags.map((tag) => board.index.get("tag", tag) ?? nothing)
  return sets.length === 0 ? undefined : sets.reduce((a, b) => (b.size < a.size ? b : a))
}

const nothing = createSortedSet<number>(() => 0)

/** The task of the lowest rank in any of the queues that meets the condition, if there is one. */
function first(
  board: Board,
  queues: readonly (SortedSet<number> | undefined)[],
  wanted: TaskMatch | undefined,
): Task | undefined {
  let best = Infinity
  for (const queue of queues) {
    const rank = wanted && queue ? firstWanted(board, queue, wanted, best) : queue?.first()
    if (rank !== undefined && rank < best) best = rank
  }
  return best === Infinity ? undefined : board.tasks.get(numberInRank(best))
}

/**
 * The lowest rank below `below` of a task that will do. The queue is walked for as many steps as there are tasks
 * with the tag; then those are looked through instead. So neither a rare nor a frequent tag costs much.
 */
function firstWanted(board: Board, queue: SortedSet<number>, wanted: TaskMatch, below: number) {
  let steps = wanted.tagged?.size ?? Infinity
  for (const rank of queue.values()) {
    if (rank >= below) return undefined
    if (steps-- <= 0) return lowestTagged(board, queue, wanted, below)
    const task = board.tasks.get(numberInRank(rank))
    if (task && wanted.is(task)) return rank
  }
  return undefined
}

function lowestTagged(board: Board, queue: SortedSet<number>, { is, tagged }: TaskMatch, below: number) {
  let lowest = below
  for (const n of tagged?.values() ?? []) {
    const task = board.tasks.get(n)
    const rank = task && is(task) ? rankOf(task) : Infinity
    if (rank < lowest && queue.has(rank)) lowest = rank
  }
  return lowest === below ? undefined : lowest
}
