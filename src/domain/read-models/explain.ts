import type * as z from "zod"
import { viewAskerPause } from "./agent-view.ts"
import type { Board } from "../board/board.ts"
import { liveLease } from "../rules/lease.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { escalatedFrom } from "../rules/failures.ts"
import { isOwn, nextIfNotPaused, type NextQuery } from "../rules/next.ts"
import { whyNotReady, type NotReady } from "../rules/not-ready.ts"
import { pauseOf, sayPause } from "../rules/pauses.ts"
import { missingSkills, restsFor, sayTaken, takenForAgent } from "../rules/resources.ts"
import { isOfOtherSession } from "../rules/sessions.ts"
import { compareTurns, turnOf } from "../board/queues/queue-place.ts"
import type { Pause, Task } from "../board/records.ts"
import { walk } from "./task-sort.ts"
import { plainTime } from "../wire/time.ts"
import type { ExplainView, PassedOver } from "../wire/tasks/offer-schemas.ts"

/** At most this many candidates are listed. */
const mostPassedOver = 20

/** However large the board is, at most this many are looked at. */
const mostLookedAt = 2_000

type PassedOverTask = z.infer<typeof PassedOver>
type PassReason = Pick<PassedOverTask, "reason" | "detail">

/**
 * Explains why this task, or no task, is up next for an agent. Lists the tasks that were passed over: first the agent's
 * own work in progress, then the most urgent open tasks; last, the tasks that only the filters leave out.
 */
export function explainNext(
  board: Board,
  ask: NextQuery,
  chosen: Task | undefined,
): z.infer<typeof ExplainView> {
  const pause = pauseOf(board, ask.agent)
  if (pause) return explainPause(board, ask, pause)
  const meant: PassedOverTask[] = []
  const others: PassedOverTask[] = []
  let looked = 0
  for (const task of candidates(board, ask.agent, chosen)) {
    if (looked++ === mostLookedAt) break
    const why = whyNot(board, task, ask)
    if (!why) continue
    const group = why.reason === "other_project" || why.reason === "missing_tags" ? others : meant
    if (group.length <= mostPassedOver) group.push(passOver(task, why))
    if (meant.length > mostPassedOver) break
  }
  const all = [...meant, ...others]
  const passedOver = all.slice(0, mostPassedOver)
  const more = all.length > mostPassedOver || looked > mostLookedAt
  return { summary: summaryOf(chosen, ask, passedOver, more), passedOver, more }
}

// --- internal ---

function explainPause(board: Board, ask: NextQuery, pause: Pause): z.infer<typeof ExplainView> {
  const who = board.counters.teamPause ? "The whole team" : ask.agent
  const kept = nextIfNotPaused(board, ask)
  const why = { reason: "paused", detail: `It is up next once ${ask.agent} is no longer paused.` } as const
  return {
    summary: `${sayPause(who, pause)}.`,
    paused: viewAskerPause(board, ask.agent),
    passedOver: kept ? [passOver(kept, why)] : [],
    more: false,
  }
}

function passOver(task: Task, why: PassReason): PassedOverTask {
  return { task: taskId(task.n), title: task.fields.title, ...why }
}

/** The agent's own work in progress, then open tasks in the order of urgency, up to the chosen one. */
function* candidates(board: Board, agent: string, chosen: Task | undefined): Generator<Task, void> {
  const isAhead = (task: Task) => !chosen || compareTurns(turnOf(task), turnOf(chosen)) < 0
  const isDoing = chosen?.status === "doing"
  const own = [...(board.index.get("doing", nameKey(agent))?.values() ?? [])]
    .flatMap((n) => board.tasks.get(n) ?? [])
    .sort((a, b) => compareTurns(turnOf(a), turnOf(b)))
  yield* isDoing ? own.filter(isAhead) : own
  if (isDoing) return
  const open = { numbers: [], orders: board.index.orders, statuses: ["todo", "doing", "blocked"] } as const
  for (const { n } of walk(open, "priority", undefined)) {
    const task = board.tasks.get(n)
    if (!task || (task.status === "doing" && isOwn(task, agent))) continue
    if (!isAhead(task)) return
    yield task
  }
}

function whyNot(board: Board, task: Task, ask: NextQuery): PassReason | undefined {
  const { agent, session, project, tags = [] } = ask
  const missing = tags.filter((tag) => !task.fields.tags.includes(tag))
  if (project !== undefined && task.fields.project !== project)
    return { reason: "other_project", detail: `It belongs to the project ${task.fields.project}.` }
  if (missing.length > 0)
    return {
      reason: "missing_tags",
      detail: `It does not have the ${missing.length === 1 ? "tag" : "tags"} ${missing.join(", ")}.`,
    }
  if (task.status === "blocked")
    return { reason: "blocked", detail: `It is blocked${task.reason === null ? "." : `: ${task.reason}`}` }
  const lease = liveLease(task)
  if (task.status === "doing" && !isOwn(task, agent)) {
    const until = lease?.until == null ? "" : ` until ${plainTime(lease.until)}`
    return { reason: "held", detail: `${task.assignee ?? "Somebody"} holds it${until}.` }
  }
  if (task.status === "todo" && task.assignee !== null && !isOwn(task, agent))
    return { reason: "assigned", detail: `It is assigned to ${task.assignee}${sayEscalation(task)}.` }
  const skills = task.status === "todo" ? missingSkills(board, task, agent) : []
  if (skills.length > 0)
    return {
      reason: "missing_skills",
      detail: `It needs ${skills.join(", ")}, and ${agent} is not known to have ${skills.length === 1 ? "that skill" : "those skills"}.`,
    }
  const notReady = whyNotReady(board, task)
  if (notReady) return { reason: notReady.reason, detail: sentence(notReady) }
  if (lease && session !== undefined && isOfOtherSession(lease, session))
    return { reason: "held_by_session", detail: `Another session of ${agent} holds it.` }
  if (restsFor(task, agent, board.now))
    return {
      reason: "rests_for_agent",
      detail: `${agent} gave it back less than a minute ago because of a limit.`,
    }
  const taken = task.status === "todo" || lease?.state === "offered" ? takenForAgent(board, agent) : undefined
  if (taken)
    return { reason: "resource_taken", detail: `${agent} uses ${taken.name}: ${sayTaken(board, taken)}.` }
  return undefined
}

/** A text that begins with a resource's name stays unchanged, because names are compared exactly. */
function sayEscalation(task: Task): string {
  const failed = escalatedFrom(task)
  return failed === undefined ? "" : `, its next fallback after ${failed} failed`
}

function sentence({ reason, detail }: NotReady): string {
  const [first, rest] = [detail.charAt(0), detail.slice(1)]
  return `${reason === "resource_taken" ? first : first.toUpperCase()}${rest}.`
}

function summaryOf(
  chosen: Task | undefined,
  { agent }: NextQuery,
  passedOver: readonly PassReason[],
  more: boolean,
): string {
  if (chosen?.status === "doing")
    return `${agent} is already working on ${taskId(chosen.n)}; work in progress comes before new work.`
  if (chosen)
    return `${taskId(chosen.n)} is the most urgent ready task that is unassigned or assigned to ${agent}.`
  if (passedOver.length === 0) return `Nothing is ready for ${agent}: there is no task to start.`
  return `Nothing is ready for ${agent}: ${more ? "more than " : ""}${passedOver.length} open ${
    passedOver.length === 1 ? "task was" : "tasks were"
  } passed over.`
}
