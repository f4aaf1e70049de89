import type { LoggedCommand } from "../domain/board/logged-command.ts"
import type { Snapshot } from "../domain/board/snapshot.ts"

/** Commands that become durable together or not at all. `seq` is that of the first event; the others count on from it. */
export interface Commit {
  readonly seq: number
  readonly commands: readonly LoggedCommand[]
}

/**
 * Reads the commands of one line: makes old forms new and checks the rest. Calls `refuse` with what it cannot read;
 * `isNewer` where only a newer Upnext can have written it.
 */
export type ReadCommands = (
  stored: unknown,
  refuse: (what: string, isNewer: boolean) => never,
) => readonly LoggedCommand[]

/** What a log holds. The `snapshot`, if there is one, and the commits after it give the whole board. */
export interface Restored {
  readonly snapshot: Snapshot | undefined
  readonly commits: AsyncIterable<Commit>
}

/** Decides what is appended, given what others have appended. `undefined` appends nothing. */
export type DecideCommit = (others: readonly Commit[], aliveAt?: number) => Commit | undefined

/**
 * Waits between two slices of work that can wait. Resolves when the next one may begin.
 * @param tookMs how long the slice before held up the event loop
 */
export type Rest = (tookMs: number) => Promise<void>

/**
 * The port to the storage that holds the truth. One server may own the log, or several share it. Rejections:
 * - `storage_full`: nothing was written, later commits may succeed.
 * - `storage_failed`: the outcome is unknown, every later commit is refused too.
 * - `storage_unreachable`: the outcome may be unknown, later commits may succeed. It heals by itself: when `catchUp`
 *   resolves again, the log can be written again.
 * - `storage_diverged`: the log no longer holds what was read from it. Everything else is refused until `restore` has
 *   been called once more; it reads the log anew.
 */
export interface Log {
  /** Read once, before the first commit, and once more after each `storage_diverged`. */
  restore(): Promise<Restored>
  /**
   * One at a time. Calls `decide` at most once, synchronously, when no other server can append: with the commits of
   * others that were not handed over yet, in order. They are durable whatever becomes of our own. Appends what `decide`
   * returns and resolves when that is durable. A commit of our own whose outcome was unknown, and which proves to be
   * durable, is handed over later as if it were another's.
   *
   * Where several servers share the log, `aliveAt` is when one of them last served it, by the log's clock, in ms since
   * 1970; undefined in a new log, 0 where the last of them ended cleanly. A commit sets it to the present after it was
   * handed to `decide`, also where `decide` appends nothing. Between commits each server renews it every few seconds,
   * but never once it is older than 30 s. So the first commit after a time in which nobody served the log learns of it,
   * and no other does.
   */
  commit(decide: DecideCommit): Promise<void>
  /**
   * Calls back when others may have appended something, or when the log can be reached again; may call too often.
   * Returns how to stop. A log with one writer never calls.
   */
  watch(listener: () => void): () => void
  /**
   * The durable commits of others that `commit` and `catchUp` have not handed over yet, in order. Reads without the
   * lock. Never called while a commit is under way, nor twice at a time.
   */
  catchUp(): Promise<readonly Commit[]>
  /**
   * The time of day that all writers of this log share, in ms since 1970; absent where the machine's own counts. Not
   * moved by a jump of the machine's clock.
   */
  readonly wall?: () => number
  /** Soft state that servers tell each other, such as presence. It may be lost. Absent where there is one server. */
  readonly peers?: {
    /** At most 7,000 bytes of UTF-8. */
    tell(text: string): void
    /** Hears what others told, never its own. Returns how to stop. */
    hear(listener: (text: string) => void): () => void
  }
  /** All durable commits that hold an event after `seq`, in order. */
  read(after: number): AsyncIterable<Commit>
  /** The durable commit that holds the event `seq`, wherever it lies; costs the same however long the log is. */
  find(seq: number): Promise<Commit | undefined>
  /**
   * Verifies in the background the commits that `restore` took from its snapshot instead of reading them. Resolves
   * when all of them are good or the signal stops it. Rejects with `storage_damaged`, naming file, line and byte.
   */
  verifyHistory(signal: AbortSignal): Promise<void>
  /** After `storage_full`: whether there is room again. */
  hasRoom(): Promise<boolean>
  /** Called between commits: true when it is time for a checkpoint. */
  wantsCheckpoint(): boolean
  /**
   * Keeps a snapshot, so that the next start is quick. The snapshot's records are never edited in place. It is written in
   * slices of a few ms, with a rest after each; by default it only lets the event loop have its turn.
   */
  checkpoint(snapshot: Snapshot, rest?: Rest): Promise<void>
  /** Closes its files. No commit or checkpoint may be under way. */
  close(): Promise<void>
}
