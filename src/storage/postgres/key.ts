import { parseAddress } from "./address.ts"
import { connect, noSuchTable, sqlState } from "./connection.ts"
import { asRefusedStart } from "./failures.ts"
import { defaultTimes } from "./options.ts"

/** The key of a board, read over a separate connection; undefined if no server has created the board. */
export async function readDatabaseKey(database: string, board: string): Promise<Buffer | undefined> {
  const at = parseAddress(database)
  const { connectMs, answerMs } = defaultTimes
  try {
    const connection = await connect({ url: database, connectMs, answerMs })
    try {
      const rows = await connection.ask(
        "select encode(token_key, 'hex') from upnext.boards where name = $1",
        [board],
      )
      const key = rows[0]?.[0]
      return key == null ? undefined : Buffer.from(key, "hex")
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (sqlState(error) === noSuchTable) return undefined
    throw asRefusedStart(error, at, true)
  }
}
