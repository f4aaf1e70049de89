import { UpnextError } from "../../errors.ts"
import type { SharedServer } from "../storage.ts"
import { parseAddress } from "./address.ts"
import { checkDatabase } from "./board.ts"
import { connect, type DatabaseConnection } from "./connection.ts"
import { asRefusedStart } from "./failures.ts"
import { defaultTimes } from "./options.ts"
import { readerVersion } from "./schema.ts"
import { listServers } from "./servers.ts"

/** What a database holds of a board, found without changing anything. */
export interface DatabaseFindings {
  /** Of PostgreSQL, such as `15.14`. */
  readonly version: string
  /** False where the first start has to make them. */
  readonly hasTables: boolean
  /** The rights that the user would need to run a server but does not have; empty if none are missing. */
  readonly missingRights: readonly string[]
  /** The database's clock minus this machine's clock, in ms, and the uncertainty of that difference. */
  readonly clockOffsetMs: number
  readonly clockErrorMs: number
  /** undefined if the first start must create it, or if rights are missing. */
  readonly board: BoardFindings | undefined
}

export interface BoardFindings {
  /** The last event. */
  readonly seq: number
  readonly bytes: number
  readonly movedTo: string | undefined
  /** False where only a newer Upnext can read it. */
  readonly isReadable: boolean
  readonly servers: readonly SharedServer[]
}

/** Rejects as a start does: if the database cannot be reached, refuses the connection, or cannot hold a board. */
export async function inspectPostgres(database: string, name: string): Promise<DatabaseFindings> {
  const at = parseAddress(database)
  const { connectMs, answerMs } = defaultTimes
  try {
    const connection = await connect({ url: database, connectMs, answerMs })
    try {
      const version = await checkDatabase(connection, at)
      await connection.query("begin read only")
      const hasTables = (await one(connection, "select to_regclass('upnext.boards') is not null")) === "t"
      const missingRights = await findMissingRights(connection, hasTables)
      return {
        version,
        hasTables,
        missingRights,
        ...(await measureClock(connection)),
        board: hasTables && missingRights.length === 0 ? await findBoard(connection, name) : undefined,
      }
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw error instanceof UpnextError ? error : asRefusedStart(error, at)
  }
}

// --- internal ---

async function one(connection: DatabaseConnection, text: string): Promise<string | null | undefined> {
  const [rows] = await connection.query(text)
  return rows?.[0]?.[0]
}

const rights = ["boards", "commits", "snapshots", "servers"].flatMap((table) =>
  ["select", "insert", "update", "delete"].map((right) => `${right} on upnext.${table}`),
)

async function findMissingRights(connection: DatabaseConnection, hasTables: boolean): Promise<string[]> {
  if (!hasTables) {
    const may = await one(
      connection,
      `select coalesce(has_schema_privilege(to_regnamespace('upnext'), 'create'),
        has_database_privilege(current_database(), 'create'))`,
    )
    return may === "t" ? [] : ["create on the schema upnext"]
  }
  const asked = rights.map((each) => {
    const [right, table] = each.split(" on ")
    return `has_table_privilege('${table ?? ""}', '${right ?? ""}')`
  })
  const [rows] = await connection.query(`select ${asked.join(", ")}`)
  return rights.filter((_, i) => rows?.[0]?.[i] !== "t")
}

async function measureClock(connection: DatabaseConnection) {
  const asked = Date.now()
  const said = Number(await one(connection, "select extract(epoch from clock_timestamp()) * 1000"))
  const answered = Date.now()
  return {
    clockOffsetMs: Math.round(said - (asked + answered) / 2),
    clockErrorMs: Math.ceil((answered - asked) / 2),
  }
}

async function findBoard(connection: DatabaseConnection, name: string): Promise<BoardFindings | undefined> {
  const [row] = await connection.ask(
    `select board, head, moved_to, min_reader,
      (select coalesce(sum(octet_length(body)), 0) from upnext.commits where commits.board = boards.board)
    from upnext.boards where name = $1`,
    [name],
  )
  if (row === undefined) return undefined
  const [board, seq, movedTo, minReader, bytes] = row
  return {
    seq: Number(seq),
    bytes: Number(bytes),
    movedTo: movedTo ?? undefined,
    isReadable: Number(minReader) <= readerVersion,
    servers: await listServers(connection, Number(board), defaultTimes.lapseMs),
  }
}
