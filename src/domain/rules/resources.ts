import { fail, type Facts } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Agent, Task } from "../board/records.ts"
import type { Taken } from "../board/resources/resource-use.ts"
import { isWithin } from "../board/queues/skill-sets.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { iso, plainTime } from "../wire/time.ts"

/** At most this many holders of a resource are named. */
export const mostHolders = 20

/** What keeps this agent from starting anything: a resource that it uses is taken. */
export function takenForAgent(board: Board, agent: string): Taken | undefined {
  const drawn = agentOf(board, agent)?.resources ?? []
  return drawn.length === 0 ? undefined : board.ready.use.takenFor(drawn)
}

/** The keys of the sets of skills of which this agent has all. */
export function skillSetsOf(board: Board, agent: string): readonly string[] {
  return board.ready.skills.within(agentOf(board, agent)?.skills ?? none)
}

/** The skills that a task needs and this agent does not have. */
export function missingSkills(board: Board, task: Task, agent: string): readonly string[] {
  if (task.fields.skills.length === 0) return none
  const had = agentOf(board, agent)?.skills ?? none
  return isWithin(task.fields.skills, had) ? none : task.fields.skills.filter((skill) => !had.includes(skill))
}

/** Whether the task rests for this agent, because the agent gave it back at a limit. */
export function restsFor({ restsFor: rest }: Task, agent: string, now: number): boolean {
  return rest !== null && rest.until > now && rest.agent === nameKey(agent)
}

/** A task that holds a resource. */
export interface ResourceHolder {
  task: string
  /** Who is at work on it, or was. */
  agent: string
  /** Nobody is working on it now, but its work has not landed. */
  unlanded?: true
}

export function viewHolder(board: Board, n: number): ResourceHolder {
  const { assignee, work } = board.tasks.get(n) ?? {}
  if (!board.ready.keepers.has(n)) return { task: taskId(n), agent: assignee ?? "nobody" }
  return { task: taskId(n), agent: work?.agent ?? assignee ?? "nobody", unlanded: true }
}

/** The tasks that keep others out. @param except a task that does not count */
export function holdersOf(board: Board, taken: Taken, except?: number): ResourceHolder[] {
  return board.ready.use.blockers(taken, except).map((n) => viewHolder(board, n))
}

/** In words, without a full stop: `T-3 (ann) holds src/http`. */
export function sayTaken(board: Board, taken: Taken, except?: number): string {
  const { name } = taken
  const closed = board.resources.get(name)?.closed
  if (closed && taken.keepsOut === "all") {
    const until = closed.until === null ? "until somebody opens it" : `until ${plainTime(closed.until)}`
    return `${name} is closed ${until}${closed.reason === null ? "" : `: ${closed.reason}`}`
  }
  const holders = holdersOf(board, taken, except)
  const areKept = holders.length > 0 && holders.every(({ unlanded }) => unlanded)
  const named = holders
    .slice(0, 3)
    .map(({ task, agent, unlanded }) => `${task} (${agent}${unlanded && !areKept ? ", not landed" : ""})`)
  if (holders.length > named.length) named.push(`${holders.length - named.length} more`)
  if (areKept) return `${list(named)} ${holders.length === 1 ? "has" : "have"} unlanded work in ${name}`
  return `${list(named)} ${holders.length === 1 ? "holds" : "hold"} ${name}`
}

export function factsOfTaken(board: Board, taken: Taken, except?: number): Facts {
  const closed = board.resources.get(taken.name)?.closed
  return {
    resource: taken.name,
    holders: holdersOf(board, taken, except).slice(0, mostHolders),
    ...(closed && { closedUntil: iso(closed.until) }),
  }
}

/**
 * Checks that an agent may start this task. The agent that already has it continues, whatever is taken.
 * @throws not_able, resource_taken
 */
export function requireRoom(board: Board, task: Task, agent: string): void {
  // An agent that is offered work it had begun is able to do it.
  const isOffered = task.lease?.state === "offered"
  if (task.status === "doing" && !isOffered) return
  const missing = task.status === "todo" && !isOffered ? missingSkills(board, task, agent) : none
  if (missing.length > 0)
    fail("not_able", {
      detail: `${taskId(task.n)} needs skills that ${agent} is not known to have: ${missing.join(", ")}.`,
      facts: { task: taskId(task.n), agent, skills: missing },
    })
  const taken = board.ready.takenFor(task)
  if (taken) failTaken(task, sayTaken(board, taken, task.n), factsOfTaken(board, taken, task.n))
  const drawn = takenForAgent(board, agent)
  if (!drawn) return
  // The tasks that hold the agent's resources may include this task, whose work has not landed.
  failTaken(task, `${agent} uses ${drawn.name}, and ${sayTaken(board, drawn)}`, factsOfTaken(board, drawn))
}

/** What keeps an agent from starting a task: a resource that the task needs or the agent uses is taken. */
export function takenToBegin(board: Board, task: Task, agent: string): Taken | undefined {
  return board.ready.takenFor(task) ?? takenForAgent(board, agent)
}

/** Checks that a task in progress may also hold these resources. @throws resource_taken */
export function requireRoomForMore(board: Board, task: Task, resources: readonly string[]): void {
  if (task.status !== "doing" || task.lease?.state === "offered") return
  const added = resources.filter((name) => !task.fields.resources.includes(name))
  const taken = board.ready.use.takenFor(added, task.n)
  if (taken)
    fail("resource_taken", {
      detail: `${taskId(task.n)} cannot also hold ${taken.name}: ${sayTaken(board, taken, task.n)}.`,
      facts: { task: taskId(task.n), status: task.status, ...factsOfTaken(board, taken, task.n) },
    })
}

/** The events that open the resources whose time is up. */
export function settleResources(board: Board, now: number): BoardEvent[] {
  if (board.pauseEnds.soonest() > now) return []
  return [...board.resources.values()]
    .filter(({ closed }) => closed !== null && closed.until !== null && closed.until <= now)
    .map(({ name }) => ({ type: "resource.opened", resource: name }))
}

// --- internal ---

const none: readonly string[] = []

function failTaken(task: Task, why: string, facts: Facts): never {
  const id = taskId(task.n)
  fail("resource_taken", {
    detail: `${id} cannot be started now: ${why}.`,
    facts: { task: id, status: task.status, ...facts },
  })
}

function agentOf(board: Board, agent: string): Agent | undefined {
  return board.agents.get(nameKey(agent))
}

function list(names: readonly string[]): string {
  const last = names.at(-1) ?? "nobody"
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`
}
