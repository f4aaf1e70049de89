import type { Snapshot } from "../domain/board/snapshot.ts"
import type { BoardPolicy } from "../domain/context.ts"
import type { TextFile } from "../machine/json-file.ts"
import type { AttachmentStore } from "./attachments/store.ts"
import type { CommandReader } from "./command-reader.ts"
import type { Holder } from "./lock/holder.ts"
import type { Commit, Log } from "./log.ts"

/** What a storage needs of the server that opens it. */
export interface StorageOptions {
  /** UPNEXT_HOME. */
  readonly home: string
  /** The URL of a PostgreSQL database. Without one, the board is a journal in the home. */
  readonly database?: string | undefined
  /** The URL by which LISTEN reaches the database, where `database` leads to a pooler that shares sessions. */
  readonly databaseDirect?: string | undefined
  /** Which board of the database. */
  readonly board: string
  readonly holder: Holder
  warn(message: string): void
  readonly readCommands: CommandReader
}

/** The storage of one board, opened for one server. */
export interface Storage {
  readonly log: Log
  /** The bytes of the files of the board's tasks. Closed with the storage. */
  readonly attachments: AttachmentStore
  /** Where another thread finds the same log, to read it by itself. */
  readonly source: LogSource
  /** Signs lease tokens: 32 bytes, the same as long as the board lives. */
  readonly key: Buffer
  /** When the checkpoint that was found was written, in ms since 1970; absent where there is none in a home. */
  readonly checkpointAt?: number | undefined
  /** By this a client knows the server of a home; absent where the home of a server on a database cannot keep one. */
  readonly homeId?: string | undefined
  /** Absent where one server has the board for itself. */
  readonly shared?: SharedBoard
  /** Changes what is said about this server, such as the URL once it is known. */
  update(holder: Holder): void
  /** Closes the log, where that has not happened yet, and lets other servers have what only one may hold. */
  close(): Promise<void>
}

/** The place of a log, as data that goes from thread to thread. */
export type LogSource =
  | { readonly kind: "journal"; readonly directory: string }
  | { readonly kind: "database"; readonly url: string; readonly board: number; readonly name: string }

/** Reads a log beside the server that writes it. It reads no further than the server has said that it is durable. */
export interface LogReader {
  /** The commits that hold an event after `after`, in order, up to the one that holds `last`. */
  read(after: number, last: number): AsyncIterable<Commit>
  /** The commit that holds the event `seq`. */
  find(seq: number): Promise<Commit | undefined>
  /** A kept snapshot of a moment after `after` and not after `most`, where there is one that can be used. */
  snapshot(after: number, most: number): Promise<Snapshot | undefined>
  close(): Promise<void>
}

/** What several servers of one board have in common. */
export interface SharedBoard {
  /**
   * Keeps what `decide` returns as the settings of the board, and resolves with it. `decide` is called once, under the
   * lock of the board, and may refuse by throwing; nothing is changed then.
   */
  agree(decide: DecideSettings): Promise<BoardSettings>
  /** What is known at this moment, without asking the database. */
  report(): DatabaseReport
  /** Takes the turn of what one server does for all; undefined while another one has it. */
  takeTurn(): Promise<ServerTurn | undefined>
}

/** The turn of one server, until it ends: then another one takes it. What the last one has written is there for the next. */
export interface ServerTurn extends TextFile {
  readonly ended: Promise<void>
  close(): void
}

/**
 * @param kept undefined for a board that no server has opened yet
 * @param others the other servers that run on the board now
 */
export type DecideSettings = (
  kept: BoardSettings | undefined,
  others: readonly SharedServer[],
) => BoardSettings

/** What all servers of a board go by. */
export interface BoardSettings {
  readonly policy: BoardPolicy
  /** SHA-256 of each access token, in hex; one with an agent is bound to it. Empty: no token is asked for. */
  readonly tokens: readonly { readonly hash: string; readonly agent?: string | undefined }[]
}

/** A server that runs on the board, as it last said so in the database. */
export interface SharedServer extends Holder {
  readonly host: string
  /** How long ago it last said so, in ms, by the clock of the database. */
  readonly silentMs: number
  /** It should have said so again, so it may have been killed. */
  readonly isOverdue: boolean
}

/** How a server is connected to its database. It holds no URL, since `/health` shows it to anyone. */
export interface DatabaseReport {
  /** Of PostgreSQL, such as `15.14`. */
  readonly version: string
  /** False from the first attempt that failed until one succeeds. */
  readonly isReachable: boolean
  /** How long ago the database last answered, in ms. */
  readonly silentMs: number
  /** The events that other servers have written and this one has not read yet, as far as it knows. */
  readonly behind: number
  /** True while the notices of other servers arrive. Otherwise the database is asked for changes at intervals. */
  readonly isListening: boolean
  /** The clock of the database minus that of this machine, in ms. */
  readonly clockOffsetMs: number
  /** How many servers run on the board, this one included. */
  readonly servers: number
}
