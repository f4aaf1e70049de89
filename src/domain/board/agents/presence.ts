/** When and where an agent was last heard from. This is not in the log, so it is lost at a restart. */
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
  /** These requests take offered work or wait for it; other requests only look. */
  readonly takes: boolean
}

export interface WorkAsk extends AskFilters {
  /** As `nameKey`. */
  readonly agent: string
}

export interface Presence {
  /** By name, compared as names are. */
  of(name: string): Seen | undefined
  /** Who has asked for work; for each name, at most eight requests with different filters. */
  asks(): Iterable<WorkAsk>
  /** Since when presence has been recorded, in ms since 1970; Infinity: no agent has been heard from. */
  readonly since: number
}

/** The presence where no agent has been heard from. */
export const nobodySeen: Presence = { of: () => undefined, asks: () => [], since: Infinity }

/** An agent heard from within this many ms is live. A long poll lasts a minute, and heartbeats are more frequent. */
const liveForMs = 2 * 60_000

export function isLive(seen: Seen | undefined, now: number): boolean {
  return seen !== undefined && now - seen.at <= liveForMs
}
