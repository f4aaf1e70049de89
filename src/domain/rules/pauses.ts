import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { nameKey } from "../wire/names.ts"
import type { Pause } from "../board/records.ts"

/** What keeps an agent from being offered anything: its own pause, or the team's. */
export function pauseOf(board: Board, agent: string): Pause | null {
  return board.counters.teamPause ?? board.agents.get(nameKey(agent))?.pause ?? null
}

/** Pauses whose time is up, as events of the clock. */
export function settlePauses(board: Board, now: number): BoardEvent[] {
  if (board.pauseEnds.soonest() > now) return []
  const isOver = (pause: Pause | null) => pause !== null && pause.until !== null && pause.until <= now
  const agents = [...board.agents.values()].filter(({ pause }) => isOver(pause))
  return [
    ...(isOver(board.counters.teamPause) ? [{ type: "team.resumed" } as const] : []),
    ...agents.map(({ name }) => ({ type: "agent.resumed", agent: name }) as const),
  ]
}
