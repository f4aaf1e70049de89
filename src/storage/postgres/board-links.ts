import { parseAddress, type DatabaseAddress } from "./address.ts"
import { checkDatabase, openBoard, type BoardRow } from "./board.ts"
import type { ConnectionOptions } from "./connection.ts"
import { checkDirect } from "./direct.ts"
import { asRefusedStart, isDenied } from "./failures.ts"
import { createLink, type DatabaseLink } from "./link.ts"
import type { PostgresOptions, PostgresTimes } from "./options.ts"
import { hasTables, migrate } from "./schema.ts"

/** A board in a database that can hold it, and how a server is connected to it. */
export interface BoardLinks {
  readonly at: DatabaseAddress
  /** Of PostgreSQL, such as `15.14`. */
  readonly version: string
  readonly row: BoardRow
  /** Commits and catches up; everything else goes over `side`. */
  readonly link: DatabaseLink
  readonly side: DatabaseLink
  /** For connections beside these; LISTEN needs a direct one. */
  readonly connection: ConnectionOptions
  readonly direct: ConnectionOptions
  /** Ends a start that failed. Rejects with its refusal. */
  refuse(error: unknown): Promise<never>
  close(): Promise<unknown>
}

/** Makes the tables and the board where there are none. Rejects as `openPostgres` does. */
export async function linkToBoard(options: PostgresOptions, times: PostgresTimes): Promise<BoardLinks> {
  const { database, databaseDirect = database, board: name, key } = options
  const at = parseAddress(database)
  const connection = { url: database, connectMs: times.connectMs, answerMs: times.answerMs }
  const direct = { ...connection, url: databaseDirect }
  const link = createLink(connection)
  const side = createLink(connection)
  const close = () => Promise.all([link.close(), side.close()])
  const refuse = async (error: unknown): Promise<never> => {
    const found = isDenied(error) && (await link.use(hasTables).catch(() => false))
    await close()
    throw asRefusedStart(error, at, found)
  }

  const { row, version } = await link
    .insist(async (opened) => {
      const found = await checkDatabase(opened, at)
      await migrate(opened, at)
      return { version: found, row: await openBoard(opened, { name, key }) }
    }, times.startMs)
    .catch(refuse)
  if (databaseDirect !== database) await checkDirect(direct, row, times.startMs).catch(refuse)
  return { at, version, row, link, side, connection, direct, refuse, close }
}
