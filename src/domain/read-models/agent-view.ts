import type * as z from "zod"
import type { Context } from "../context.ts"
import type { Board } from "../board/board.ts"
import { excerpt } from "../wire/excerpt.ts"
import { unreadOf } from "../evolve/inbox.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { isLive } from "../board/presence.ts"
import type { Agent, Host, Notice, Pause } from "../board/records.ts"
import { iso } from "../wire/time.ts"
import type { AgentView, HostView, NoticeView, PauseView } from "../wire/view-schemas.ts"

/** An agent as an answer shows it, with what is known of it at this moment. */
export function viewAgent(
  board: Board,
  agent: Agent,
  { now, presence }: Pick<Context, "now" | "presence">,
): AgentView {
  const { name, kind, role, description } = agent
  const seen = presence.of(name)
  return {
    name,
    kind,
    role,
    description,
    joinedAt: iso(agent.joinedAt),
    live: isLive(seen, now),
    lastSeenAt: seen ? iso(seen.at) : null,
    host: seen?.host ?? null,
    session: seen?.session ?? null,
    tasks: [...(board.index.get("doing", nameKey(name))?.values() ?? [])].map(taskId),
    paused: viewPause(agent.pause),
    unread: unreadOf(board, name),
  }
}

export function viewPause(pause: Pause | null): z.infer<typeof PauseView> | null {
  if (pause === null) return null
  const { until, by, at, reason } = pause
  return { until: until === null ? null : iso(until), by, at: iso(at), reason }
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

export function viewNotice(board: Board, notice: Notice): z.infer<typeof NoticeView> {
  const { seq, kind, task, actor, at, comment } = notice
  const text = comment === null ? undefined : board.comments.get(comment)?.content
  return {
    seq,
    kind,
    task: taskId(task),
    title: board.tasks.get(task)?.title ?? null,
    at: iso(at),
    actor,
    comment: comment === null ? null : `C-${comment}`,
    text: text === undefined ? null : excerpt(text),
  }
}

// --- internal ---
