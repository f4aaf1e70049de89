import type { WorkAsk, Presence } from "../board/agents/presence.ts"
import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import { missingSkills } from "../rules/resources.ts"
import { nameKey, numberOf } from "../wire/names.ts"

/** Ready work that nobody comes for. */
export interface Unserved {
  /** The most urgent of them. */
  readonly task: Task
  /** How many there are, of the tasks that were looked at. */
  readonly count: number
  /** Since when it is ready and nobody has asked. */
  readonly since: number
}

/**
 * Tasks that have been ready for this long although no request for work in that time fits them, nor the last request of
 * an agent that is at work. Undefined if there are none, if nobody takes work by asking for it, and until it is known
 * who asks.
 */
export function unserved(board: Board, presence: Presence, now: number, after: number): Unserved | undefined {
  const asks = [...presence.asks()]
  if (after === 0 || presence.since + after > now || !asks.some(({ takes }) => takes)) return undefined
  const isServed = servedBy(
    board,
    asks.filter(({ at, agent }) => at > now - after || isAtWork(board, agent)),
  )
  const late: Task[] = []
  let looked = 0
  for (const n of board.ready.ready()) {
    if (++looked > mostLooked) break
    const task = board.tasks.get(n)
    if (task?.status !== "todo" || isForPerson(board, task) || !board.ready.has(n)) continue
    if (readySince(board, task) > now - after || isServed(task)) continue
    late.push(task)
  }
  const [first] = late.toSorted((a, b) => a.fields.priority.localeCompare(b.fields.priority) || a.n - b.n)
  if (!first) return undefined
  const asked = Math.max(presence.since, ...asks.filter((ask) => fits(board, first, ask)).map(({ at }) => at))
  return { task: first, count: late.length, since: Math.max(asked, readySince(board, first)) }
}

// --- internal ---

/** So many ready tasks are looked at, the oldest. */
const mostLooked = 1_000

/**
 * Whether a task fits one of these requests. Many agents make the same request, and many tasks are alike, so each kind
 * is checked once: with 2,000 agents that set 4 filters and 1,000 tasks that fit none, checking each against each took
 * 440 ms, and this takes 7 ms.
 */
function servedBy(board: Board, asks: readonly WorkAsk[]): (task: Task) => boolean {
  const kinds = new Map<string, WorkAsk>()
  const byAgent = new Map<string, WorkAsk[]>()
  for (const ask of asks) {
    const { agent, project, tags } = ask
    kinds.set(JSON.stringify([project, tags, board.agents.get(agent)?.skills ?? []]), ask)
    const own = byAgent.get(agent)
    if (own) own.push(ask)
    else byAgent.set(agent, [ask])
  }
  const found = new Map<string, boolean>()
  const fitsOne = (task: Task, some: Iterable<WorkAsk>) => {
    for (const ask of some) if (fits(board, task, ask)) return true
    return false
  }
  return (task) => {
    const { fields, assignee } = task
    if (assignee !== null) return fitsOne(task, byAgent.get(nameKey(assignee)) ?? [])
    const kind = JSON.stringify([fields.project, fields.tags, fields.skills])
    const known = found.get(kind) ?? fitsOne(task, kinds.values())
    found.set(kind, known)
    return known
  }
}

function fits(board: Board, task: Task, { agent, project, tags }: WorkAsk): boolean {
  const { fields, assignee } = task
  return (
    (assignee === null || nameKey(assignee) === agent) &&
    (project === null || project === fields.project) &&
    tags.every((tag) => fields.tags.includes(tag)) &&
    missingSkills(board, task, agent).length === 0
  )
}

/** Who works on something asks again when it is done. */
function isAtWork(board: Board, agent: string): boolean {
  const [first] = board.ready
    .doing(agent, undefined)
    .flatMap((queue) => (queue === undefined ? [] : [queue.first()]))
  return first !== undefined
}

/** People do not ask. */
function isForPerson(board: Board, { assignee }: Task): boolean {
  return assignee !== null && board.agents.get(nameKey(assignee))?.kind === "person"
}

function readySince(board: Board, { since, backoffUntil, fields }: Task): number {
  const ends = fields.blockedBy.map((id) => board.tasks.get(numberOf(id))?.finishedAt ?? 0)
  return Math.max(since, backoffUntil ?? 0, fields.notBefore ?? 0, ...ends)
}
