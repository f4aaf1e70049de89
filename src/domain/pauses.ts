import type { Board } from "./board.ts"
import type { BoardEvent } from "./events.ts"
import { nameKey } from "./names.ts"
import type { Pause } from "./records.ts"

/** When pauses end by themselves. There are few at a time, so that the soonest is looked for among all. */
export interface Pauses {
  /** `key` is an agent's, or empty for the whole team. */
  set(key: string, pause: Pause | null | undefined): void
  /** When the next one ends, in ms since 1970; Infinity where none does. */
  soonest(): number
}

export function createPauses(): Pauses {
  const ends = new Map<string, number>()
  let soonest = Infinity
  return {
    set(key, pause) {
      if (pause?.until == null ? !ends.delete(key) : ends.get(key) === pause.until) return
      if (pause?.until != null) ends.set(key, pause.until)
      soonest = Math.min(...ends.values())
    },
    soonest: () => soonest,
  }
}

/** What keeps an agent from being offered anything: its own pause, or the team's. */
export function pauseOf(board: Board, agent: string): Pause | null {
  return board.counters.teamPause ?? board.agents.get(nameKey(agent))?.pause ?? null
}

/** Pauses whose time is up, as events of the clock. */
export function settlePauses(board: Board, now: number): BoardEvent[] {
  if (board.pauses.soonest() > now) return []
  const isOver = (pause: Pause | null) => pause !== null && pause.until !== null && pause.until <= now
  const agents = [...board.agents.values()].filter(({ pause }) => isOver(pause))
  return [
    ...(isOver(board.counters.teamPause) ? [{ type: "team.resumed" } as const] : []),
    ...agents.map(({ name }) => ({ type: "agent.resumed", agent: name }) as const),
  ]
}
