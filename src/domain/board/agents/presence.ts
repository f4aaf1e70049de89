/** When and where an agent was last heard of. It is not in the log, so a restart forgets it. */
export interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly host: string | null
  readonly session: string | null
}

/** That somebody asked for work, with the filters they set. */
export interface AskFilters {
  /** The last time, in ms since 1970. */
  readonly at: number
  /** null: of any project. */
  readonly project: string | null
  readonly tags: readonly string[]
  /** They take what they are given, or wait for it; else they only looked. */
  readonly takes: boolean
}

export interface WorkAsk extends AskFilters {
  /** As `nameKey`. */
  readonly agent: string
}

export interface Presence {
  /** By name, compared as names are. */
  of(name: string): Seen | undefined
  /** Who has asked for work; of one name at most eight with different filters. */
  asks(): Iterable<WorkAsk>
  /** Since when it is known, in ms since 1970; Infinity: nobody was heard of. */
  readonly since: number
}

/** Where nobody is known. */
export const nobodySeen: Presence = { of: () => undefined, asks: () => [], since: Infinity }

/** An agent that was heard of within this many ms is live. A long poll lasts a minute, and heartbeats come more often. */
const liveForMs = 2 * 60_000

export function isLive(seen: Seen | undefined, now: number): boolean {
  return seen !== undefined && now - seen.at <= liveForMs
}
