import type { ServerTurn } from "../storage.ts"
import { connect, type ConnectionOptions } from "./connection.ts"
import type { DatabaseLink } from "./link.ts"

interface TurnOptions {
  readonly board: number
  /** A connection that bypasses a pooler. The turn lasts as long as the connection. */
  readonly direct: ConnectionOptions
  readonly side: DatabaseLink
}

/** Takes the turn for work that one server does for all; undefined while another server has it. */
export async function takeTurn({ board, direct, side }: TurnOptions): Promise<ServerTurn | undefined> {
  const connection = await connect(direct)
  try {
    // A transaction-level lock, because a pooler may give its session to other clients. Between its statements
    // the transaction keeps no snapshot, so it does not delay vacuuming.
    await connection.query("begin; set local idle_in_transaction_session_timeout = 0")
    const [row] = await connection.ask("select pg_try_advisory_xact_lock($1, $2)", [turnLock, board])
    if (row?.[0] !== "t") {
      await connection.close()
      return undefined
    }
  } catch (error) {
    connection.destroy()
    throw error
  }
  return {
    ended: connection.ended,
    close: () => void connection.close(),
    read: () =>
      side.use(async (link) => {
        const [row] = await link.ask("select body from upnext.turns where board = $1", [board])
        return row?.[0] ?? undefined
      }),
    write: (text) =>
      side.use(async (link) => {
        await link.ask(
          `insert into upnext.turns (board, body) values ($1, $2)
          on conflict (board) do update set body = excluded.body`,
          [board, text],
        )
      }),
  }
}

// --- internal ---

/** "turn" as a number: locks of this class are for turns. */
const turnLock = 0x7475726e
