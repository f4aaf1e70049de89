import type { Runtime } from "../machine/runtime.ts"

/** The machine's two clocks. */
export type Clocks = Pick<Runtime, "wall" | "monotonic">

/**
 * The time that all decisions use. This time never stops, and never goes back past the last event. The wall clock is
 * used unless it is behind the last event. It can be behind if it was set back, or if an event was written while it
 * was ahead. If the wall clock is behind, time continues from the last event at nine tenths of the monotonic clock's
 * speed, until the wall clock has caught up. So leases and pauses last about as long as they should.
 */
export type Clock = ReturnType<typeof createClock>

/** A wall clock that is at least this far behind is reported. */
export const noteworthyMs = 5_000

/**
 * True if all servers that share the log were down or asleep until now. If one server slept while another was running,
 * nothing was missed.
 * @param aliveAt when one of the servers last served the log, by the log's clock; undefined for a new log
 */
export function wasLeft(now: number, aliveAt: number | undefined): boolean {
  return aliveAt !== undefined && now - aliveAt > awayAfterMs
}

/** @param lastEvent returns the time of the last event, in ms since 1970 */
export function createClock({ wall, monotonic }: Clocks, lastEvent: () => number) {
  // The start of the slow time: the time of the last event before the wall clock fell behind.
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
    // Our own events carry the time of the previous clock reading; another server's event counts as written now.
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
    /** How far the wall clock is behind the board's time, in ms; 0 if it is not behind. */
    behindMs: () => Math.max(0, now() - wall()),
    /**
     * Counts the gaps between two clock readings during which the server was stopped or its machine was asleep.
     * Starting the server ends such a gap. A wall clock that was set forward looks the same as a machine that slept.
     */
    get absences() {
      return absences
    },
  }
}

// --- internal ---

/**
 * The speed relative to the monotonic clock: slow enough for the wall clock to catch up, fast enough for leases to
 * end in time.
 */
const catchUpSpeed = 0.9
/** The server reads the clock every few seconds; a longer gap than this means that the server was down or asleep. */
const awayAfterMs = 30_000
