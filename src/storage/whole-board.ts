import type { FilesTarget } from "./attachments/copy.ts"
import type { AttachmentDriver } from "./attachments/driver.ts"
import type { Commit } from "./log.ts"
import type { BoardSettings } from "./storage.ts"

/** A board without a running server, which can be read from its first event to its last. */
export interface BoardSource {
  /** For display: a directory, or a URL without its password, with the name of the board. */
  readonly place: string
  readonly key: Buffer
  /** undefined where they are not stored with the board. */
  readonly settings: BoardSettings | undefined
  /** Where the board was moved to; undefined while it is used here. */
  readonly movedTo: string | undefined
  /**
   * Every commit, each verified against the previous one. `tell` is called with the share that has been read, from
   * 0 to 1.
   */
  commits(tell: (share: number) => void): AsyncIterable<Commit>
  readonly files: AttachmentDriver
  /** From now on no server starts on it. */
  markMoved(to: string): Promise<void>
  close(): Promise<void>
}

/** A destination for a whole board. Until `finish`, no server can start on it. */
export interface BoardTarget {
  readonly place: string
  /** Whether a board with this key was written completely but not finished, because the move was interrupted. */
  isWaiting(key: Buffer): Promise<boolean>
  /** Writes a board durably, replacing the remains of an interrupted move. */
  write(board: BoardContent): Promise<void>
  /** What was written, verified as it is read. */
  commits(tell: (share: number) => void): AsyncIterable<Commit>
  /** Takes the files, once the board is written. */
  files(): Promise<FilesTarget>
  /** Removes what was written. */
  discard(): Promise<void>
  /** Lets servers start on it. */
  finish(): Promise<void>
  close(): Promise<void>
}

export interface BoardContent {
  readonly from: string
  readonly key: Buffer
  readonly settings: BoardSettings
  readonly commits: AsyncIterable<Commit>
}
