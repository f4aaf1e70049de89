/** When somebody was last heard of, and where. Soft state: not in the log, gone with a restart. */
export interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly host: string | null
  readonly session: string | null
}

export interface Presence {
  /** By name, compared as names are. */
  of(name: string): Seen | undefined
}

/** Who was heard of within this many ms is live. A long poll for work lasts a minute, a heartbeat comes sooner. */
export const liveFor = 2 * 60_000

export function isLive(seen: Seen | undefined, now: number): boolean {
  return seen !== undefined && now - seen.at <= liveFor
}
