import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { nameKey } from "../board/names.ts"
import type { Pause } from "../board/records.ts"
import { createSortedSet } from "../collections/sorted-set.ts"

/** When pauses end by themselves. */
export interface Pauses {
  /** `key` is an agent's, or empty for the whole team. */
  set(key: string, pause: Pause | null): void
  /** When the next one ends, in ms since 1970; Infinity where none does. */
  soonest(): number
  /** For comparing two boards. */
  dump(): unknown
}

export function createPauses(): Pauses {
  const ends = new Map<string, number>()
  const order = createSortedSet<readonly [key: string, at: number]>(
    (a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : Number(a[0] > b[0])),
  )
  return {
    set(key, pause) {
      const before = ends.get(key)
      if (before !== undefined) order.delete([key, before])
      ends.delete(key)
      if (pause === null || pause.until === null) return
      ends.set(key, pause.until)
      order.add([key, pause.until])
    },
    soonest: () => order.first()?.[1] ?? Infinity,
    dump: () => [...order.values()],
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
