import { parseAddress } from "./address.ts"
import { checkDatabase, openBoard } from "./board.ts"
import { checkDirect } from "./direct.ts"
import { asRefusedStart, isDenied } from "./failures.ts"
import { createLink } from "./link.ts"
import type { PostgresOptions, PostgresTimes } from "./options.ts"
import { hasTables, migrate } from "./schema.ts"

/** A board in a suitable database, and a server's connections to it. */
export type BoardLinks = Awaited<ReturnType<typeof linkToBoard>>

/** Creates the tables and the board if they do not exist. Rejects as `openPostgres` does. */
export async function linkToBoard(options: PostgresOptions, times: PostgresTimes) {
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
  /** Of PostgreSQL, such as `15.14`. */
  /** Commits and catches up; everything else goes over `side`. */
  /** For connections beside these; LISTEN needs a direct one. */
  /** Ends a start that failed. Rejects with its refusal. */
  return { at, version, row, link, side, connection, direct, refuse, close }
}
