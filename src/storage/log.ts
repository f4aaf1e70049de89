import type { LoggedCommand } from "../domain/board/logged-command.ts"
import type { Snapshot } from "../domain/board/snapshot.ts"

/** Commands that become durable together or not at all. `seq` is the first event's number; numbers are consecutive. */
export interface Commit {
  readonly seq: number
  readonly commands: readonly LoggedCommand[]
}

/**
 * Reads the commands of one line: converts old forms and checks the rest. Calls `refuse` with any unreadable part;
 * `isNewer` is true if only a newer Upnext can have written that part.
 */
export type ReadCommands = (
  stored: unknown,
  refuse: (what: string, isNewer: boolean) => never,
) => readonly LoggedCommand[]

/** The content of a log. The `snapshot`, if any, and the later commits make up the whole board. */
export interface Restored {
  readonly snapshot: Snapshot | undefined
  readonly commits: AsyncIterable<Commit>
}

/** Decides what to append, given the commits of other servers. `undefined` appends nothing. */
export type DecideCommit = (others: readonly Commit[], aliveAt?: number) => Commit | undefined

/**
 * Waits between two slices of background work. Resolves when the next slice may begin.
 * @param tookMs how long the previous slice blocked the event loop
 */
export type Rest = (tookMs: number) => Promise<void>

/**
 * The port to the storage, the source of truth. One server may own the log, or several share it. Rejections:
 * - `storage_full`: nothing was written, but later commits may succeed.
 * - `storage_failed`: the outcome is unknown, and every later commit is refused.
 * - `storage_unreachable`: the outcome may be unknown, but later commits may succeed. The log recovers by itself:
 *   when `catchUp` resolves again, the log can be written to again.
 * - `storage_diverged`: the log no longer contains what was read from it. Everything else is refused until another call
 *   to `restore` has read the log again.
 */
export interface Log {
  /** Called once before the first commit, and again after each `storage_diverged`. */
  restore(): Promise<Restored>
  /**
   * One at a time. Calls `decide` at most once, synchronously, while no other server can append. `decide` gets other
   * servers' commits that have not been passed on yet, in order; their commits are durable whatever happens to our own.
   * Appends the commit that `decide` returns, and resolves when this commit is durable. If the outcome of our own commit was unknown and the commit turns out to be durable, it is passed on later, as another server's commit would be.
   *
   * On a shared log, `aliveAt` is when a server last served the log, by the log's clock, in ms since 1970; undefined in
   * a new log, 0 if the last server shut down cleanly. A commit sets `aliveAt` to the present after passing it to
   * `decide`, even if `decide` appends nothing. Between commits each server renews `aliveAt` every few seconds, unless
   * `aliveAt` is already more than 30 s old. So if no server ran for some time, only the first commit afterwards gets
   * the old `aliveAt`.
   */
  commit(decide: DecideCommit): Promise<void>
  /**
   * Calls back, perhaps needlessly, when other servers may have appended something or the log is reachable again.
   * Returns a function that stops the calls. A log with one writer never calls back.
   */
  watch(listener: () => void): () => void
  /**
   * Other servers' durable commits that `commit` and `catchUp` have not passed on yet, in order. Reads without the
   * lock. Never called during a commit, and never twice at once.
   */
  catchUp(): Promise<readonly Commit[]>
  /**
   * The time of day that all writers of this log share, in ms since 1970; absent if the machine's own clock is used. A
   * jump in the machine's clock does not change this time.
   */
  readonly wall?: () => number
  /** Soft state that servers exchange, such as presence. Soft state may be lost. Absent with a single server. */
  readonly peers?: {
    /** At most 7,000 bytes of UTF-8. */
    tell(text: string): void
    /**
     * Receives other servers' messages, never this server's own. Returns a function that stops the listener.
     */
    hear(listener: (text: string) => void): () => void
  }
  /** All durable commits that contain events after `after`, in order. */
  read(after: number): AsyncIterable<Commit>
  /**
   * The durable commit that contains the event `seq`, wherever the commit is stored. The cost does not depend on the
   * length of the log.
   */
  find(seq: number): Promise<Commit | undefined>
  /**
   * Verifies, in the background, the commits that `restore` skipped because it had a snapshot. Resolves when all commits
   * are verified or the signal stops the work. Rejects with `storage_damaged`, naming file, line and byte.
   */
  verifyHistory(signal: AbortSignal): Promise<void>
  /** After `storage_full`: whether there is free space again. */
  hasRoom(): Promise<boolean>
  /** Called between commits: true if it is time for a checkpoint. */
  wantsCheckpoint(): boolean
  /**
   * Stores a snapshot, so that the next start is quick. The snapshot's records are never edited in place. The snapshot
   * is written in slices of a few ms with a pause after each slice; by default, `rest` yields to the event loop once.
   */
  checkpoint(snapshot: Snapshot, rest?: Rest): Promise<void>
  /** Closes the log's files. No commit or checkpoint may be in progress. */
  close(): Promise<void>
}
