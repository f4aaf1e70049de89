import { createTimers } from "../../collections/timers.ts"
import type { Task } from "../records.ts"

/** Tasks that rest for the agent that gave them back because of a limit. */
export type Rests = ReturnType<typeof createRests>

export function createRests() {
  const timers = createTimers()
  const counts = new Map<string, number>()
  const times = new Map<number, number>()
  let now = 0

  function count(task: Task | undefined, step: 1 | -1): void {
    if (!task?.restsFor) return
    const { agent } = task.restsFor
    const left = (counts.get(agent) ?? 0) + step
    if (left === 0) counts.delete(agent)
    else counts.set(agent, left)
  }

  function setTimer(n: number, at: number): void {
    const later = at > now ? at : undefined
    timers.set(n, times.get(n), later)
    if (later === undefined) times.delete(n)
    else times.set(n, later)
  }

  return {
    changed(before: Task | undefined, after: Task | undefined): void {
      if (before?.restsFor === after?.restsFor) return
      count(before, -1)
      count(after, 1)
      setTimer((after ?? before)?.n ?? 0, after?.restsFor?.until ?? 0)
    },
    /** Whether any task rests for this agent (as `nameKey`), or did when the time was last checked. */
    any: (agent: string) => counts.has(agent),
    /** @returns whether a rest has ended since the last call */
    advance(to: number): boolean {
      now = to
      let isOver = false
      for (let due = timers.soonest(); due && due.at <= now; due = timers.soonest()) {
        setTimer(due.n, 0)
        isOver = true
      }
      return isOver
    },
    soonest: (): number | undefined => timers.soonest()?.at,
  }
}
