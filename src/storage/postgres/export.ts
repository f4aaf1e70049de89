import { withoutPassword } from "../database-url.ts"
import { fail } from "../../errors.ts"
import type { AttachmentDriver } from "../attachments/driver.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { BoardSettings } from "../storage.ts"
import type { BoardSource } from "../whole-board.ts"
import { parseAddress } from "./address.ts"
import { databaseDriver } from "./attachments.ts"
import { createLink } from "./link.ts"
import { checkDatabase } from "./board.ts"
import { connect, noSuchTable, sqlState, type DatabaseConnection } from "./connection.ts"
import { asRefusedStart } from "./failures.ts"
import { pageAfter } from "./head.ts"
import { defaultTimes } from "./options.ts"
import { beginning, readRows } from "./rows.ts"
import { migrate, readerVersion } from "./schema.ts"
import { listServers } from "./servers.ts"

export interface WholeOptions {
  readonly database: string
  readonly board: string
  readonly readCommands: ReadCommands
}

/**
 * Locks a board in a database in order to read it as a whole, so that no server starts on it meanwhile. Rejects
 * with `board_missing`, with `board_in_use` while servers run on it, and as a start does.
 */
export async function openPostgresSource({
  database,
  board: name,
  readCommands,
}: WholeOptions): Promise<BoardSource> {
  const connection = await connectForMove(database)
  try {
    const { board, key, settings, head, movedTo } = await lockBoard(connection, database, name)
    const files = openFiles(database, board)
    return {
      files,
      place: placeOfBoard(database, name),
      key,
      settings,
      movedTo,
      commits: (tell) => readBoard(connection, { board, name, head, readCommands }, tell),
      async markMoved(to) {
        await connection.ask("update upnext.boards set moved_to = $2 where board = $1", [board, to])
        await connection.query("commit")
      },
      close: () => files.dispose().then(() => connection.close()),
    }
  } catch (error) {
    await connection.close()
    throw asRefusedStart(error, parseAddress(database))
  }
}

/** Reads a whole board while servers run on it, up to its last event at this moment. Rejects with `board_missing`. */
export async function openPostgresCopy(options: WholeOptions): Promise<Omit<BoardSource, "markMoved">> {
  const { database, board: name, readCommands } = options
  const at = parseAddress(database)
  try {
    const connection = await connect({ url: database, connectMs: defaultTimes.connectMs, answerMs: longMs })
    try {
      const { board, head, ...found } = await findBoard(connection, database, name)
      const files = openFiles(database, board)
      return {
        ...found,
        files,
        place: placeOfBoard(database, name),
        commits: (tell) => readBoard(connection, { board, name, head, readCommands }, tell),
        close: () => files.dispose().then(() => connection.close()),
      }
    } catch (error) {
      await connection.close()
      if (sqlState(error) === noSuchTable) failMissing(database, name)
      throw error
    }
  } catch (error) {
    throw asRefusedStart(error, at)
  }
}

/** `postgres://ann@db/work`, and the board where it is not the usual one. */
export function placeOfBoard(database: string, board: string): string {
  return board === "main" ? withoutPassword(database) : `${withoutPassword(database)} (board ${board})`
}

/** The files of a board, read over a separate connection, which is made when the first file is requested. */
export function openFiles(database: string, board: number): AttachmentDriver {
  const { connectMs } = defaultTimes
  const link = createLink({ url: database, connectMs, answerMs: longMs })
  return databaseDriver({ board, at: parseAddress(database), link })
}

/** A connection to a database that can hold boards; the tables are created if they do not exist. */
export async function connectForMove(database: string): Promise<DatabaseConnection> {
  const at = parseAddress(database)
  try {
    const connection = await connect({ url: database, connectMs: defaultTimes.connectMs, answerMs: longMs })
    try {
      await checkDatabase(connection, at)
      await migrate(connection, at)
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  } catch (error) {
    throw asRefusedStart(error, at)
  }
}

/** Begins a transaction that may last as long as reading a large board takes. */
export const beginLong =
  "begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '5s'"

export interface StoredBoard {
  readonly board: number
  readonly name: string
  /** Its last event. */
  readonly head: number
  readonly readCommands: ReadCommands
}

/** Every commit of a board, each verified. */
export async function* readBoard(
  connection: DatabaseConnection,
  { board, name, head, readCommands }: StoredBoard,
  tell: (share: number) => void,
): AsyncGenerator<Commit> {
  let place = beginning
  while (place.seq < head) {
    const [rows = []] = await connection.query(pageAfter(board, place.seq, head))
    const commits = readRows(rows, place, name, readCommands)
    place = commits.at(-1)?.end ?? failShort(name, place.seq, head)
    tell(place.seq / head)
    for (const { commit } of commits) yield commit
  }
}

// --- internal ---

/** A large board in one statement takes its time. */
const longMs = 10 * 60_000

async function lockBoard(connection: DatabaseConnection, database: string, name: string) {
  await connection.query(beginLong)
  const found = await findBoard(connection, database, name, "for update")
  const servers = await listServers(connection, found.board, defaultTimes.lapseMs)
  if (servers.length > 0) {
    const each = servers.map(
      ({ url, pid, host }) => `${url ?? "a server that is starting"} (pid ${pid} on ${host})`,
    )
    fail("board_in_use", {
      detail: `The board ${name} is in use: ${each.join(", ")}.`,
      facts: { board: name, servers },
    })
  }
  return found
}

async function findBoard(connection: DatabaseConnection, database: string, name: string, lock = "") {
  const [row] = await connection.ask(
    `select board, encode(token_key, 'hex'), settings, head, moved_to, min_reader from upnext.boards
    where name = $1 ${lock}`,
    [name],
  )
  const [board, key, settings, head, movedTo, minReader] = row ?? failMissing(database, name)
  if (Number(minReader) > readerVersion)
    fail("storage_newer_format", {
      detail: `A newer Upnext wrote the board ${name}.`,
      facts: { board: name },
    })
  return {
    board: Number(board),
    key: Buffer.from(key ?? "", "hex"),
    settings: typeof settings === "string" ? (JSON.parse(settings) as BoardSettings) : undefined,
    head: Number(head),
    movedTo: movedTo ?? undefined,
  }
}

function failMissing(database: string, name: string): never {
  fail("board_missing", {
    detail: `There is no board in ${placeOfBoard(database, name)}.`,
    facts: { board: name },
  })
}

function failShort(board: string, seq: number, head: number): never {
  fail("storage_damaged", {
    detail: `In the table upnext.commits, board ${board} ends with event ${seq}, but should end with ${head}.`,
    facts: { part: "database", board, seq },
  })
}
