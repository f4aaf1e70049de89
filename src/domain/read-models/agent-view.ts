import type * as z from "zod"
import type { Context, Policy } from "../context.ts"
import type { Board } from "../board/board.ts"
import { cutText } from "../wire/excerpt.ts"
import { isOnLine } from "../rules/line-comments.ts"
import { pauseOf } from "../rules/pauses.ts"
import { unreadOf } from "../evolve/inbox.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { isLive } from "../board/agents/presence.ts"
import type { Agent, Host, Notice, Pause } from "../board/records.ts"
import { placeText } from "../wire/tasks/place.ts"
import { iso } from "../wire/time.ts"
import type { AgentView, HostView, PauseView, SessionView } from "../wire/agents/agent-schemas.ts"
import type { AskerPause } from "../wire/tasks/offer-schemas.ts"
import type { NoticeView } from "../wire/tasks/view-schemas.ts"
import { whatWasDone } from "../wire/tasks/what-was-done.ts"
import { requireAgent } from "../board/find.ts"

/** The answer with one agent. @throws agent_not_found */
export function viewOneAgent(board: Board, name: string, context: AgentMoment): { agent: AgentView } {
  return { agent: viewAgent(board, requireAgent(board, name), context) }
}

/** An agent as responses show it, with what is known about it at this moment. */
export function viewAgent(board: Board, agent: Agent, { now, presence }: AgentMoment): AgentView {
  const { name, kind, role, description } = agent
  const seen = presence.of(name)
  const doing = [...(board.index.get("doing", nameKey(name))?.values() ?? [])]
  return {
    name,
    kind,
    role,
    description,
    resources: [...agent.resources],
    skills: [...agent.skills],
    joinedAt: iso(agent.joinedAt),
    live: isLive(seen, now),
    lastSeenAt: seen ? iso(seen.at) : null,
    host: seen?.host ?? null,
    session: seen?.session ?? null,
    tasks: doing.map(taskId),
    sessions: viewSessions(board, doing),
    paused: viewPause(agent.pause),
    unread: unreadOf(board, name),
  }
}

export function viewPause(pause: Pause | null): z.infer<typeof PauseView> | null {
  if (pause === null) return null
  const { until, by, at, reason } = pause
  return { until: until === null ? null : iso(until), by, at: iso(at), reason }
}

/** The pause that keeps this agent from being offered work now; undefined if there is none. */
export function viewAskerPause(board: Board, agent: string): z.infer<typeof AskerPause> | undefined {
  const pause = viewPause(pauseOf(board, agent))
  return pause === null ? undefined : { isTeam: board.counters.teamPause !== null, ...pause }
}

export function viewHost({ name, joinedAt }: Host, agents: readonly AgentView[]): z.infer<typeof HostView> {
  const there = agents.filter(({ host }) => host === name)
  const times = there.flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
  return {
    name,
    joinedAt: iso(joinedAt),
    lastSeenAt: times.sort().at(-1) ?? null,
    agents: there.map((agent) => agent.name),
  }
}

export function viewNotice(
  board: Board,
  notice: Notice,
  policy: Pick<Policy, "maxExpiries">,
): z.infer<typeof NoticeView> {
  const { seq, kind, task, actor, at, comment } = notice
  const text = wordsOf(board, notice, policy)
  return {
    seq,
    kind,
    task: taskId(task),
    title: board.tasks.get(task)?.fields.title ?? null,
    at: iso(at),
    actor,
    comment: comment === null ? null : `C-${comment}`,
    text: text === null ? null : cutText(text, mostWords),
  }
}

// --- internal ---

type AgentMoment = Pick<Context, "now" | "presence">

/** How many characters of the text that a notice is about are shown. */
const mostWords = 500

/** The text that a notice is about, as it is on the board now. */
function wordsOf(
  board: Board,
  { kind, task, comment, review }: Notice,
  { maxExpiries }: Pick<Policy, "maxExpiries">,
): string | null {
  // The comments of a task in the trash are stored but not shown.
  if (comment !== null) return (board.tasks.has(task) ? board.comments.get(comment)?.content : null) ?? null
  if (review !== null) return wordsOfReview(board, review)
  const about = board.tasks.get(task)
  if (kind === "review_requested") return whatWasDone(about?.summary)?.text ?? null
  if (kind !== "lease_expired" || !about) return null
  if (about.expiries === 0) return null
  const left = Math.max(0, maxExpiries - about.expiries)
  if (left === 0)
    return `blocked: its claim expired ${about.expiries === 1 ? "once" : `${about.expiries} times`}`
  return `blocked if its claim expires ${left === 1 ? "once more" : `${left} more times`}`
}

/** The text of a review, and the comments it collects: only as much as is shown. */
function wordsOfReview(board: Board, n: number): string | null {
  const { comment = null, lines = [] } = board.reviews.get(n) ?? {}
  let words = comment ?? ""
  for (const line of lines) {
    if (words.length > mostWords) break
    const said = board.comments.get(line)
    if (isOnLine(said)) words += `${words === "" ? "" : "\n"}${placeText(said.place)}: ${said.content}`
  }
  return words === "" ? null : words
}

/** The tasks that an agent is doing, grouped by the session that holds them, in the order of the tasks. */
function viewSessions(board: Board, doing: readonly number[]): SessionView[] {
  const held = new Map<string | null, { tasks: string[]; heardAt: number | null }>()
  for (const n of doing) {
    const { session = null, heardAt = null } = board.tasks.get(n)?.lease ?? {}
    const known = held.get(session) ?? { tasks: [], heardAt: null }
    known.tasks.push(taskId(n))
    if (heardAt !== null) known.heardAt = Math.max(heardAt, known.heardAt ?? 0)
    held.set(session, known)
  }
  return [...held].map(([session, { tasks, heardAt }]) => ({ session, heardAt: iso(heardAt), tasks }))
}
