import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { canonicalName } from "../board/find.ts"
import type { Pause } from "../board/records.ts"
import { nameKey } from "../wire/names.ts"

type PauseEvent = BoardEvent & { readonly type: `${"agent" | "team"}.${"paused" | "resumed"}` }

/** Folds in that the pause of an agent, or of the team, begins or ends. */
export function foldPause(board: Board, event: PauseEvent, meta: EventMeta): void {
  switch (event.type) {
    case "agent.paused":
      return setPause(board, event.agent, pauseFrom(board, event, meta))
    case "agent.resumed":
      return setPause(board, event.agent, null)
    case "team.paused":
      return board.count({ teamPause: pauseFrom(board, event, meta) })
    case "team.resumed":
      return board.count({ teamPause: null })
    default:
      event satisfies never
  }
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
