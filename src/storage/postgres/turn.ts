import type { ServerTurn } from "../storage.ts"
import { connect, type ConnectionOptions } from "./connection.ts"
import type { DatabaseLink } from "./link.ts"

interface TurnOptions {
  readonly board: number
  /** A connection past a pooler: the turn lasts as long as it does. */
  readonly direct: ConnectionOptions
  readonly side: DatabaseLink
}

/** Takes the turn of what one server does for all; undefined while another one has it. */
export async function takeTurn({ board, direct, side }: TurnOptions): Promise<ServerTurn | undefined> {
  const connection = await connect(direct)
  try {
    // A lock of the transaction, because a pooler may give its session to others. Between its statements it keeps no
    // snapshot, so it holds up no vacuum.
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

/** "turn", as a number: the locks of this class are of turns. */
const turnLock = 0x7475726e
