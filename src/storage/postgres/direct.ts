import { fail } from "../../errors.ts"
import { parseAddress } from "./address.ts"
import type { BoardRow } from "./board.ts"
import { noSuchTable, sqlState, type ConnectionOptions } from "./connection.ts"
import { asRefusedStart, factsOf, hostAndPort } from "./failures.ts"
import { createLink } from "./link.ts"

/**
 * Refuses with `invalid_config` a direct address that does not lead to the board: LISTEN would succeed there, but
 * no notices would arrive. Rejects as a start does if the address does not lead to a database.
 */
export async function checkDirect(
  options: ConnectionOptions,
  { board, name, key }: BoardRow,
  patienceMs: number,
): Promise<void> {
  const at = parseAddress(options.url)
  const link = createLink(options)
  try {
    const rows = await link.insist(
      (connection) =>
        connection.ask("select 1 from upnext.boards where board = $1 and token_key = decode($2, 'hex')", [
          board,
          key.toString("hex"),
        ]),
      patienceMs,
    )
    if (rows.length > 0) return
  } catch (error) {
    if (sqlState(error) !== noSuchTable) throw asRefusedStart(error, at)
  } finally {
    await link.close()
  }
  fail("invalid_config", {
    detail: `The direct address points to the database ${at.database} at ${hostAndPort(at)}, but the board ${name} is not there.`,
    facts: factsOf(at),
  })
}
