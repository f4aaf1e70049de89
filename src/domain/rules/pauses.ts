import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { nameKey } from "../wire/names.ts"
import { plainTime } from "../wire/time.ts"
import type { Pause } from "../board/records.ts"

/** The pause because of which an agent is offered nothing: its own or the team's; null if there is none. */
export function pauseOf(board: Board, agent: string): Pause | null {
  return board.counters.teamPause ?? board.agents.get(nameKey(agent))?.pause ?? null
}

/** `ann is paused by bo until somebody resumes it: lunch`, without a full stop. */
export function sayPause(who: string, { until, by, reason }: Pause): string {
  const end = until === null ? "until somebody resumes it" : `until ${plainTime(until)}`
  return `${who} is paused by ${by} ${end}${reason === null ? "" : `: ${reason}`}`
}

/** The events that end the pauses whose time is up. */
export function settlePauses(board: Board, now: number): BoardEvent[] {
  if (board.pauseEnds.soonest() > now) return []
  const isOver = (pause: Pause | null) => pause !== null && pause.until !== null && pause.until <= now
  const agents = [...board.agents.values()].filter(({ pause }) => isOver(pause))
  return [
    ...(isOver(board.counters.teamPause) ? [{ type: "team.resumed" } as const] : []),
    ...agents.map(({ name }) => ({ type: "agent.resumed", agent: name }) as const),
  ]
}
