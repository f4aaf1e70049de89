import { createTimers } from "../../collections/timers.ts"
import { isClosed } from "../tasks/is-closed.ts"
import type { Task } from "../records.ts"

/** The open tasks that must not be started before a certain time. */
export type Sleepers = ReturnType<typeof createSleepers>

/** @param reconsider called for each task that `advance` has woken or put back to sleep */
export function createSleepers(tasks: { values(): Iterable<Task> }, reconsider: (n: number) => void) {
  const timers = createTimers()
  let now = 0
  let latestWake = 0 // the latest wake time of all tasks that are awake
  let wakes = 0

  function sleepAgain(): void {
    for (const task of tasks.values()) {
      const at = sleep(task, now)
      if (at === undefined || at > latestWake) continue
      timers.set(task.n, undefined, at)
      reconsider(task.n)
      wakes++
    }
    latestWake = now
  }

  return {
    isAwake: (task: Task) => wakeAt(task) <= now,
    changed(before: Task | undefined, after: Task | undefined): void {
      timers.set((after ?? before)?.n ?? 0, sleep(before, now), sleep(after, now))
      if (after && wakeAt(after) <= now) latestWake = Math.max(latestWake, wakeAt(after))
    },
    /**
     * Sets the current time and wakes the tasks whose time has come. When time goes back, because a clock that was
     * ahead was corrected, tasks that were woken too early sleep again; only in this case are all tasks checked. It
     * depends only on the clock, so it is not undone with a batch.
     */
    advance(to: number): void {
      if (to === now) return
      const isTooFar = to < latestWake
      now = to
      if (isTooFar) sleepAgain()
      for (let due = timers.soonest(); due && due.at <= now; due = timers.soonest()) {
        timers.set(due.n, due.at, undefined)
        latestWake = Math.max(latestWake, due.at)
        reconsider(due.n)
        wakes++
      }
    },
    /**
     * How many tasks `advance` has woken or put back to sleep. Readiness changes because of this or because of an
     * event, so a cache of it must watch both.
     */
    get wakes() {
      return wakes
    },
    /** When the next sleeping task wakes, in ms since 1970; undefined when none sleeps. */
    nextWake: (): number | undefined => timers.soonest()?.at,
    /** For comparing two boards. */
    dump: (): unknown => [...timers.values()],
  }
}

// --- internal ---

function wakeAt(task: Task): number {
  return Math.max(task.fields.notBefore ?? 0, task.backoffUntil ?? 0)
}

function sleep(task: Task | undefined, now: number): number | undefined {
  return task && !isClosed(task) && wakeAt(task) > now ? wakeAt(task) : undefined
}
