import { randomBytes } from "node:crypto"
import { fail } from "../../errors.ts"
import { factsOf, hostAndPort } from "./failures.ts"
import type { DatabaseAddress } from "./address.ts"
import type { DatabaseConnection } from "./connection.ts"
import { readerVersion } from "./schema.ts"

/** The part of a board's row that does not change while servers run. */
export interface BoardRow {
  readonly board: number
  readonly name: string
  /** The secret with which lease tokens are signed. All servers of the board share it. */
  readonly key: Buffer
}

export interface BoardWanted {
  readonly name: string
  /** For a new board; by default one is made. */
  readonly key: Buffer | undefined
}

/**
 * Refuses a database that cannot hold a board, with `database_unfit`: a standby, a database that is not in UTF-8,
 * or a PostgreSQL version that is too old. Resolves to the version of PostgreSQL, such as `15.14`.
 */
export async function checkDatabase(connection: DatabaseConnection, at: DatabaseAddress): Promise<string> {
  const [rows] = await connection.query(
    `select pg_is_in_recovery(), current_setting('server_encoding'), current_setting('server_version_num'),
      current_setting('server_version')`,
  )
  const [standby, encoding, version, shown = ""] = rows?.[0] ?? []
  const unfit = (reason: string, what: string): never =>
    fail("database_unfit", {
      detail: `The database ${at.database} at ${hostAndPort(at)} ${what}.`,
      facts: { ...factsOf(at), reason },
    })
  if (standby === "t") unfit("standby", "is a standby: it accepts no writes")
  if (encoding !== "UTF8") unfit("encoding", `is encoded in ${encoding ?? ""}, but a board needs UTF8`)
  if (Number(version) < oldestVersion)
    unfit("version", `runs PostgreSQL ${Math.floor(Number(version) / 10_000)}, but a board needs 13 or later`)
  return /^\S*/.exec(shown ?? "")?.[0] ?? ""
}

/**
 * The row of a board, which is created if it does not exist. Refuses a board that was moved elsewhere with
 * `board_moved`.
 */
export async function openBoard(
  connection: DatabaseConnection,
  { name, key }: BoardWanted,
): Promise<BoardRow> {
  const found = await readBoard(connection, name)
  if (found) return found
  await connection.ask(
    "insert into upnext.boards (name, token_key) values ($1, $2) on conflict (name) do nothing",
    [name, key ?? randomBytes(keyLength)],
  )
  const made = await readBoard(connection, name)
  if (made === undefined) throw new Error(`The board ${name} was removed while it was being opened`)
  return made
}

export function refuseNewer(board: string, minReader: number): never {
  fail("storage_newer_format", {
    detail: `The board ${board} has format ${minReader}; this Upnext reads formats up to ${readerVersion}.`,
    facts: { board },
  })
}

export function refuseMoved(board: string, to: string): never {
  fail("board_moved", { detail: `The board ${board} was moved to ${to}.`, facts: { board, to } })
}

// --- internal ---

const keyLength = 32
const oldestVersion = 130_000

async function readBoard(connection: DatabaseConnection, name: string): Promise<BoardRow | undefined> {
  const [row] = await connection.ask(
    "select board, encode(token_key, 'hex'), min_reader, moved_to from upnext.boards where name = $1",
    [name],
  )
  if (row === undefined) return undefined
  const [board, key, minReader, movedTo] = row
  if (Number(minReader) > readerVersion) refuseNewer(name, Number(minReader))
  if (typeof movedTo === "string") refuseMoved(name, movedTo)
  return { board: Number(board), name, key: Buffer.from(key ?? "", "hex") }
}
