import type { Runtime } from "../machine/runtime.ts"

/** The two clocks of the machine. */
export type Clocks = Pick<Runtime, "wall" | "monotonic">

/**
 * The time by which everything is decided. It never runs backwards past the last event and never stands still: it is
 * the wall clock as long as that is not before the last event. Where it is before (the clock was set back, or one event
 * was written while the clock was ahead), time goes on from the last event by the monotonic clock, at nine tenths of
 * its speed, until the wall clock has caught up. So leases and pauses end in about the time they were given.
 */
export type Clock = ReturnType<typeof createClock>

/** A wall clock that is behind by this much is reported. */
export const noteworthyMs = 5_000

/**
 * Whether all servers that share a log were away until now. One that slept was not missed while another was there.
 * @param aliveAt when one of them last served the log, by its clock; undefined for a new log
 */
export function wasLeft(now: number, aliveAt: number | undefined): boolean {
  return aliveAt !== undefined && now - aliveAt > awayAfterMs
}

/** `lastEvent`: when the last event was, in ms since 1970. */
export function createClock({ wall, monotonic }: Clocks, lastEvent: () => number) {
  // The moment from which the slow time counts: that of the last event before the wall clock fell behind.
  let from = { at: -Infinity, monotonic: 0 }
  let last = { at: -Infinity, monotonic: -Infinity }
  let isBehind = false
  let absences = 0

  const slowTime = (at: number) => Math.floor(from.at + catchUpSpeed * (at - from.monotonic))

  /** The present, in ms since 1970. */
  function now(): number {
    const mark = monotonic()
    const day = wall()
    const event = lastEvent()
    // Our own events carry the time of the look before; one that another server wrote is taken to be new.
    if (isBehind ? event > slowTime(mark) : event !== from.at)
      from = event === last.at ? last : { at: event, monotonic: mark }
    isBehind = day < (isBehind ? slowTime(mark) : event)
    const at = isBehind ? slowTime(mark) : day
    if (at - last.at > awayAfterMs || mark - last.monotonic > awayAfterMs) absences++
    last = { at, monotonic: mark }
    return at
  }

  return {
    now,
    /** How far the wall clock is behind the present, in ms; 0 when it is not. */
    behindMs: () => Math.max(0, now() - wall()),
    /**
     * Counts the gaps between two looks at the clock in which the server was away: stopped, or its machine asleep. The
     * start counts too. A wall clock that is set forward cannot be told from a machine that slept.
     */
    get absences() {
      return absences
    },
  }
}

// --- internal ---

/** Of the monotonic clock: slow enough for the wall clock to catch up, fast enough for a lease to end in time. */
const catchUpSpeed = 0.9
/** The server looks at the clock every few seconds; after a longer gap than this it was away. */
const awayAfterMs = 30_000
