/** When and where an agent was last heard of. It is not in the log, so a restart forgets it. */
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

/** An agent that was heard of within this many ms is live. A long poll lasts a minute, and heartbeats come more often. */
const liveForMs = 2 * 60_000

export function isLive(seen: Seen | undefined, now: number): boolean {
  return seen !== undefined && now - seen.at <= liveForMs
}
