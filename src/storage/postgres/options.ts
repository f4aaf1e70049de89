import type { StorageOptions } from "../storage.ts"

export interface PostgresOptions extends Omit<StorageOptions, "home" | "database"> {
  /** `postgres://user:password@host:port/database`, with the parameters that libpq knows, such as `sslmode`. */
  readonly database: string
  /** For a new board: the key with which its lease tokens were signed. By default a new key is created. */
  readonly key?: Buffer | undefined
  /** A snapshot is due after this many characters of commits. */
  readonly snapshotAfter?: number
  readonly times?: Partial<PostgresTimes>
}

/** All in ms. */
export interface PostgresTimes {
  /** How long a start tries to reach the database. */
  readonly startMs: number
  /** How long one connection may take to be made. */
  readonly connectMs: number
  /** How long a write tries in all, connecting again included. */
  readonly patienceMs: number
  /** How long the database lets a write wait for the lock, run a statement, and hold the lock while idle. */
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
  /** A connection that does not answer for this long is given up. */
  readonly answerMs: number
  /** How often the head is read while LISTEN is not proven to work, and while it is. */
  readonly pollMs: number
  readonly provenPollMs: number
  /** How often a server sends itself a notice to prove that LISTEN works. */
  readonly proveMs: number
  /** How often a server renews its row, and after how long a missing server's row no longer counts. */
  readonly renewMs: number
  readonly lapseMs: number
}

/**
 * The wait for the lock, a statement and idle time each end within 5 s, so that another server can continue within
 * 6 s after a server froze.
 */
export const defaultTimes: PostgresTimes = {
  startMs: 7_000,
  connectMs: 3_000,
  patienceMs: 10_000,
  lockMs: 5_000,
  statementMs: 5_000,
  idleMs: 4_000,
  answerMs: 6_000,
  pollMs: 1_000,
  provenPollMs: 15_000,
  proveMs: 10_000,
  renewMs: 5_000,
  lapseMs: 15_000,
}
