import type { Snapshot } from "../domain/board/snapshot.ts"
import type { BoardPolicy } from "../domain/context.ts"
import type { TextFile } from "../machine/json-file.ts"
import type { AttachmentStore } from "./attachments/store.ts"
import type { CommandReader } from "./command-reader.ts"
import type { Holder } from "./lock/holder.ts"
import type { Commit, Log } from "./log.ts"

/** Information about the server that opens the storage. */
export interface StorageOptions {
  /** UPNEXT_HOME. */
  readonly home: string
  /** The URL of a PostgreSQL database. Without a URL, the board is a journal in the home. */
  readonly database?: string | undefined
  /** The URL at which LISTEN reaches the database if `database` is the URL of a pooler that shares sessions. */
  readonly databaseDirect?: string | undefined
  /** The board's name in the database. */
  readonly board: string
  readonly holder: Holder
  warn(message: string): void
  readonly readCommands: CommandReader
}

/** The storage of one board, opened for one server. */
export interface Storage {
  readonly log: Log
  /** The bytes of the files attached to tasks. Closed with the storage. */
  readonly attachments: AttachmentStore
  /** The location of the log, for another thread that reads the log. */
  readonly source: LogSource
  /** Signs lease tokens: 32 bytes, unchanged for the lifetime of the board. */
  readonly key: Buffer
  /** When the existing checkpoint was written, in ms since 1970; absent in a home without a checkpoint. */
  readonly checkpointAt?: number | undefined
  /**
   * Identifies the server of a home to clients; absent if the server uses a database and could not write an id to
   * the home.
   */
  readonly homeId?: string | undefined
  /** Absent if only one server can use the board. */
  readonly shared?: SharedBoard
  /** Updates the published facts about this server, such as its URL once it is known. */
  update(holder: Holder): void
  /** Closes the log if it is still open, and releases the locks. */
  close(): Promise<void>
}

/** The location of a log, as data that can be sent between threads. */
export type LogSource =
  | { readonly kind: "journal"; readonly directory: string }
  | { readonly kind: "database"; readonly url: string; readonly board: number; readonly name: string }

/** Reads a log that a server is writing, but only up to the event that the server has reported as durable. */
export interface LogReader {
  /** The commits that contain events after `after`, in order, up to the commit that contains `last`. */
  read(after: number, last: number): AsyncIterable<Commit>
  /** The commit that contains the event `seq`. */
  find(seq: number): Promise<Commit | undefined>
  /** A usable stored snapshot later than `after` and no later than `most`, if any. */
  snapshot(after: number, most: number): Promise<Snapshot | undefined>
  close(): Promise<void>
}

/** The state that all servers of one board share. */
export interface SharedBoard {
  /**
   * Stores the settings that `decide` returns, and resolves with these settings. `decide` is called once, while the
   * board's lock is held. If `decide` throws, nothing changes.
   */
  agree(decide: DecideSettings): Promise<BoardSettings>
  /** The last known state, without asking the database. */
  report(): DatabaseReport
  /** Takes the turn for work that one server does for all servers; undefined while another server has the turn. */
  takeTurn(): Promise<ServerTurn | undefined>
}

/**
 * One server's turn to write, which lasts until another server takes over. The text written by the previous server is
 * passed on.
 */
export interface ServerTurn extends TextFile {
  readonly ended: Promise<void>
  close(): void
}

/**
 * @param kept undefined for a board that no server has opened yet
 * @param others the other servers that are running on the board now
 */
export type DecideSettings = (
  kept: BoardSettings | undefined,
  others: readonly SharedServer[],
) => BoardSettings

/** The settings that all servers of a board use. */
export interface BoardSettings {
  readonly policy: BoardPolicy
  /**
   * SHA-256 of each access token, in hex; a token with an agent is bound to that agent. If the list is empty, no token
   * is required.
   */
  readonly tokens: readonly { readonly hash: string; readonly agent?: string | undefined }[]
}

/** A server that serves the board, as last reported in the database. */
export interface SharedServer extends Holder {
  readonly host: string
  /** How long ago the server last reported, in ms, by the database's clock. */
  readonly silentMs: number
  /** True if the server's next report is late, so the server may have been killed. */
  readonly isOverdue: boolean
}

/** How a server is connected to its database. Contains no URL, because `/health` shows this report to anyone. */
export interface DatabaseReport {
  /** The version of PostgreSQL, such as `15.14`. */
  readonly version: string
  /** False from the first failed attempt until an attempt succeeds. */
  readonly isReachable: boolean
  /** How long ago the database last answered, in ms. */
  readonly silentMs: number
  /** How many events of other servers this server knows of but has not read yet. */
  readonly behind: number
  /** True while notices from other servers are arriving. Without notices, the database is polled for changes. */
  readonly isListening: boolean
  /** The database's clock minus this machine's clock, in ms. */
  readonly clockOffsetMs: number
  /** How many servers are running on the board, including this server. */
  readonly servers: number
}
