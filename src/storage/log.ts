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

/**
 * The port to the storage that holds the truth. Rejections: `storage_full` (nothing was written, later commits may
 * succeed), `storage_failed` (the outcome is unknown, every later commit is refused too).
 */
export interface Log {
  /** Read once, before the first commit. */
  restore(): Promise<Restored>
  /**
   * One at a time. Calls `decide` with what other writers have appended since; appends what it returns and
   * resolves when that is durable. `undefined` appends nothing.
   */
  commit(decide: (others: readonly Commit[]) => Commit | undefined): Promise<void>
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
  /** Keeps a snapshot, so that the next start is quick. The snapshot's records are never edited in place. */
  checkpoint(snapshot: Snapshot): Promise<void>
  /** Closes its files. No commit or checkpoint may be under way. */
  close(): Promise<void>
}
