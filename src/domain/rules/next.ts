import type { Board } from "../board/board.ts"
import { nameKey } from "../wire/names.ts"
import { numberInRank, rankOf } from "../board/queue-place.ts"
import type { Task } from "../board/records.ts"
import { pauseOf } from "./pauses.ts"
import { createSortedSet, type SortedSet } from "../collections/sorted-set.ts"

/** The agent that asks for work, and the filters it sets. */
export interface NextQuery {
  readonly agent: string
  /**
   * Which of the agent's own work in progress counts: for a session, what no other session holds; for `noSession`, what
   * no session holds; for undefined, all of it.
   */
  readonly session?: string | undefined
  readonly project?: string | undefined
  /** A task must carry all of these. */
  readonly tags?: readonly string[] | undefined
}

/** In a query: the agent asks as no session, so what a session of its name holds is not for it. */
const noSession = ""

/**
 * The one task that is up next for an agent, by the selection rules of `docs/rules.md`. The agent's own ready work in
 * progress comes first, then the most urgent ready task that is unassigned or assigned to it. Of equally urgent ones
 * the lowest number wins. It is undefined while the agent, or the whole team, is paused.
 */
export function nextTask(board: Board, ask: NextQuery): Task | undefined {
  return pauseOf(board, ask.agent) ? undefined : nextIfNotPaused(board, ask)
}

/** As `nextTask`, but without regard to pauses. */
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

/** As `nextTask`, but leaves out what another live session of the same name holds, unless `takeOver` is true. */
export function nextToClaim(board: Board, ask: NextQuery, takeOver: boolean): Task | undefined {
  const { agent, project, tags } = ask
  return nextTask(board, { agent, session: takeOver ? undefined : (ask.session ?? noSession), project, tags })
}

/** For an agent that is given nothing: the task in progress that another session of its name keeps from it. */
export function heldByOtherSession(board: Board, ask: NextQuery): Task | undefined {
  return nextToClaim(board, ask, true)
}

export function isOwn(task: Task, agent: string): boolean {
  return task.assignee !== null && nameKey(task.assignee) === nameKey(agent)
}

// --- internal ---

/** The condition that a task must meet. */
interface TaskMatch {
  is(task: Task): boolean
  /** A set that holds every task that meets the condition, and others; undefined where there is no such index. */
  readonly tagged: SortedSet<number> | undefined
}

/** The tasks that carry the rarest of these tags. */
function rarest(board: Board, tags: readonly string[]): SortedSet<number> | undefined {
  const sets = tags.map((tag) => board.index.get("tag", tag) ?? nothing)
  return sets.length === 0 ? undefined : sets.reduce((a, b) => (b.size < a.size ? b : a))
}

const nothing = createSortedSet<number>(() => 0)

/** Of the tasks in these queues that meet the condition, the one with the lowest rank. */
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
 * The lowest rank in a queue, and below `below`, of a task that meets the condition. It walks the queue for as many
 * steps as there are tasks with the tag, and then looks through those tasks instead. So neither a rare nor a frequent
 * tag costs much.
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
