import { parseAddress } from "./address.ts"
import { connect } from "./connection.ts"
import { asRefusedStart } from "./failures.ts"
import { defaultTimes } from "./options.ts"

/**
 * Does work that only one server of a board may do at a time; resolves to whether it did the work. When the server
 * or its connection ends, another server can do the work.
 */
export async function doAlone(
  { database, board }: { readonly database: string; readonly board: string },
  work: () => Promise<void>,
): Promise<boolean> {
  const { connectMs, answerMs } = defaultTimes
  const connection = await connect({ url: database, connectMs, answerMs }).catch(refuse)
  try {
    // A transaction-level lock, because a pooler may give its session to other clients.
    await connection.query("begin; set local idle_in_transaction_session_timeout = 0").catch(refuse)
    const [row] = await connection
      .ask(`select pg_try_advisory_xact_lock(${backupLock}, board) from upnext.boards where name = $1`, [
        board,
      ])
      .catch(refuse)
    if (row?.[0] !== "t") return false
    await work()
    return true
  } finally {
    await connection.close()
  }

  function refuse(error: unknown): never {
    throw asRefusedStart(error, parseAddress(database))
  }
}

// --- internal ---

/** "back" as a number: locks of this class are for backups. */
const backupLock = 0x6261636b
