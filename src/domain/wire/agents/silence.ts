/**
 * An agent that has not been heard from for this long may have ended. Longer than most work continues without a write,
 * and shorter than the usual lease.
 */
export const silentAfterMs = 10 * 60_000

/** Work that prints nothing new for this long is stuck, unless `policy.quiet` sets another time. */
export const quietAfterMs = 30 * 60_000
