import type { Board } from "../board/board.ts"
import { nameKey } from "../wire/names.ts"
import { compareTurns, numberInTurn, turnOf, type QueueTurn } from "../board/queues/queue-place.ts"
import type { Task } from "../board/records.ts"
import { pauseOf } from "./pauses.ts"
import { missingSkills, restsFor, skillSetsOf, takenForAgent } from "./resources.ts"
import { createSortedSet, type SortedSet } from "../collections/sorted-set.ts"

/** The agent that asks for work, and the filters it sets. */
export interface NextQuery {
  readonly agent: string
  /**
   * Which of the agent's own work in progress counts: for a session, tasks that no other session holds; for
   * `noSession`, tasks that no session holds; for undefined, all of it.
   */
  readonly session?: string | undefined
  readonly project?: string | undefined
  /** A task must carry all of these. */
  readonly tags?: readonly string[] | undefined
}

/** In a query: the agent asks without a session, so tasks that a session of its name holds are not for it. */
const noSession = ""

/**
 * The only task that is up next for an agent, by the selection rules of `docs/rules.md`. The agent's own ready work in
 * progress comes first, then the most urgent ready task that is unassigned or assigned to the agent. Of equally urgent
 * tasks, the one with the lowest number wins. Undefined while the agent or the whole team is paused.
 */
export function nextTask(board: Board, ask: NextQuery): Task | undefined {
  return pauseOf(board, ask.agent) ? undefined : nextIfNotPaused(board, ask)
}

/** As `nextTask`, but without regard to pauses. */
export function nextIfNotPaused(board: Board, ask: NextQuery): Task | undefined {
  const { agent, session, project, tags = [] } = ask
  const hasTags = (task: Task) => tags.every((tag) => task.fields.tags.includes(tag))
  const tagged = rarest(board, tags)
  const takesNew = !takenForAgent(board, agent)
  const begins = (task: Task) => takesNew || task.lease?.state !== "offered"
  const ofProject = (task: Task) => project === undefined || task.fields.project === project
  const own = first(
    board,
    board.ready.doing(agent, session),
    project === undefined && tags.length === 0 && takesNew
      ? undefined
      : { is: (task) => ofProject(task) && hasTags(task) && begins(task), isOf: isOwnOffer(agent), tagged },
  )
  if (own || !takesNew) return own
  const rests = board.ready.rests.any(nameKey(agent))
  const sets = skillSetsOf(board, agent)
  const queues = sets.flatMap((skills) => [
    board.ready.todo(null, project, skills),
    board.ready.todo(agent, project, skills),
  ])
  const isRested = (task: Task) => !rests || !restsFor(task, agent, board.now)
  const isOf = (task: Task) =>
    task.status === "todo" &&
    task.lease?.state !== "offered" &&
    (task.assignee === null || isOwn(task, agent)) &&
    ofProject(task) &&
    missingSkills(board, task, agent).length === 0
  return first(
    board,
    queues,
    tags.length === 0 && !rests ? undefined : { is: (task) => hasTags(task) && isRested(task), isOf, tagged },
  )
}

/**
 * Like `nextTask`, but leaves out tasks that another live session of the same name holds, unless `takeOver` is true.
 */
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
  /** Whether a ready task that was put aside belongs in one of the queues. */
  isOf(task: Task): boolean
  /**
   * A set that contains every task that meets the condition, and possibly others; undefined if there is no such index.
   */
  readonly tagged: SortedSet<number> | undefined
}

/** A task that was put aside from an agent's own work had been offered to that agent. */
function isOwnOffer(agent: string): (task: Task) => boolean {
  return (task) => task.lease?.state === "offered" && isOwn(task, agent)
}

/** The tasks that carry the rarest of these tags. */
function rarest(board: Board, tags: readonly string[]): SortedSet<number> | undefined {
  const sets = tags.map((tag) => board.index.get("tag", tag) ?? nothing)
  return sets.length === 0 ? undefined : sets.reduce((a, b) => (b.size < a.size ? b : a))
}

const nothing = createSortedSet<number>(() => 0)

/** Of the tasks in these queues that have room and meet the condition, the one whose turn comes first. */
function first(
  board: Board,
  queues: readonly (SortedSet<QueueTurn> | undefined)[],
  wanted: TaskMatch | undefined,
): Task | undefined {
  let best: QueueTurn | undefined
  for (const queue of queues) {
    const head = board.ready.first(queue)
    const turn = wanted && queue && head !== undefined ? firstWanted(board, queue, wanted, best) : head
    if (isBefore(turn, best)) best = turn
  }
  if (wanted) best = firstAside(board, wanted, best)
  return best === undefined ? undefined : board.tasks.get(numberInTurn(best))
}

/**
 * The first turn in a queue, before `limit`, of a task that meets the condition. Walks the queue for as many steps as
 * there are tasks with the tag, and then looks through those tasks instead. So neither a rare nor a frequent tag costs
 * much.
 */
function firstWanted(
  board: Board,
  queue: SortedSet<QueueTurn>,
  wanted: TaskMatch,
  limit: QueueTurn | undefined,
) {
  let steps = wanted.tagged?.size ?? Infinity
  for (const turn of queue.values()) {
    if (!isBefore(turn, limit)) return undefined
    if (steps-- <= 0) return firstTagged(board, queue, wanted, limit)
    const task = board.tasks.get(numberInTurn(turn))
    if (task && wanted.is(task) && !board.ready.takenFor(task)) return turn
  }
  return undefined
}

function firstTagged(
  board: Board,
  queue: SortedSet<QueueTurn>,
  wanted: TaskMatch,
  limit: QueueTurn | undefined,
) {
  let first: QueueTurn | undefined
  for (const n of wanted.tagged?.values() ?? []) {
    const turn = turnIf(board, n, wanted.is)
    if (isBefore(turn, first ?? limit) && queue.has(turn) && hasRoom(board, n)) first = turn
  }
  return first
}

/**
 * `limit` or an earlier turn: the first turn of a task that was put aside, has room by now and meets the condition.
 */
function firstAside(
  board: Board,
  { is, isOf }: TaskMatch,
  limit: QueueTurn | undefined,
): QueueTurn | undefined {
  let first = limit
  for (const n of board.ready.aside()) {
    const turn = turnIf(board, n, (task) => isOf(task) && is(task))
    if (isBefore(turn, first) && hasRoom(board, n)) first = turn
  }
  return first
}

/** The turn of a task that meets the condition. */
function turnIf(board: Board, n: number, is: (task: Task) => boolean): QueueTurn | undefined {
  const task = board.tasks.get(n)
  return task && is(task) ? turnOf(task) : undefined
}

/** Asked last: it looks through what the task needs. */
const hasRoom = (board: Board, n: number) => board.ready.takenFor(board.tasks.get(n)) === undefined

function isBefore(turn: QueueTurn | undefined, limit: QueueTurn | undefined): turn is QueueTurn {
  return turn !== undefined && (limit === undefined || compareTurns(turn, limit) < 0)
}
