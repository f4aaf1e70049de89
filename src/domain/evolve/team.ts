import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import { noticeKey, type Pause } from "../board/records.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import type { teamEvents } from "../events/team.ts"
import { nameKey } from "../wire/names.ts"
import type { EventFolds } from "./fold.ts"
import { acknowledge, inboxLimit, trimInbox } from "./inbox.ts"

export const teamFolds: EventFolds<keyof typeof teamEvents> = {
  // Older events do not contain the agent's resources and skills.
  "agent.joined": (board, { agent }, { at }) => {
    const { joinedAt = at, pause = null } = board.agents.get(nameKey(agent.name)) ?? {}
    board.agents.put({ resources: [], skills: [], ...agent, joinedAt, pause })
  },
  "agent.deleted": (board, { agent }, { seq }) => {
    acknowledge(board, nameKey(agent), seq)
    board.agents.delete(nameKey(agent))
  },
  "agent.paused": (board, event, meta) => setPause(board, event.agent, pauseFrom(board, event, meta)),
  "agent.resumed": (board, { agent }) => setPause(board, agent, null),
  "inbox.acked": (board, { agent, seq, about }) => acknowledge(board, nameKey(agent), seq, about),
  "inbox.put_back": putBackNotices,
  "host.joined": (board, { host }, { at }) => board.hosts.put({ name: host, joinedAt: at }),
  "team.started": (board) => board.count({ teamStarted: true }),
  "team.paused": (board, event, meta) => board.count({ teamPause: pauseFrom(board, event, meta) }),
  "team.resumed": (board) => board.count({ teamPause: null }),
}

// --- internal ---

function pauseFrom(
  board: Board,
  { until, reason }: { until: number | null; reason: string | null },
  meta: EventMeta,
): Pause {
  return { until, by: canonicalName(board, meta.actor), at: meta.at, reason }
}

function setPause(board: Board, name: string, pause: Pause | null): void {
  const agent = board.agents.get(nameKey(name))
  if (agent) board.agents.put({ ...agent, pause })
}

/** Notices that were marked as read are unread again. */
function putBackNotices(board: Board, event: EventOf<"inbox.put_back">): void {
  if (!board.agents.has(nameKey(event.agent))) return
  for (const notice of event.notices)
    if (!board.notices.has(noticeKey(notice.agent, notice.seq))) board.notices.put(notice)
  trimInbox(board, nameKey(event.agent), inboxLimit)
}
