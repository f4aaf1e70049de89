import { randomUUID } from "node:crypto"
import { fail } from "../../errors.ts"
import type { Commit, DecideCommit } from "../log.ts"
import type { DatabaseAddress } from "./address.ts"
import { isInterruption, hostAndPort } from "./failures.ts"
import type { DatabaseConnection } from "./connection.ts"
import type { Head, HeadReader } from "./head.ts"
import type { ReadPlace } from "./place.ts"
import { encodeCommit, valuesOf, type CommitRow, type Position } from "./rows.ts"

export interface CommitOptions {
  readonly board: number
  readonly at: DatabaseAddress
  readonly place: ReadPlace
  readonly reader: HeadReader
  /** How old `alive_at` may grow before a commit that appends nothing renews it, in ms. */
  readonly renewMs: number
  readonly now: () => number
}

/**
 * A commit in progress. It is attempted until its outcome is known, if necessary on a new connection. It takes two
 * round trips: the first locks the head of the board and returns what others have appended; then `decide` is
 * called; the second appends and commits. An attempt after a broken connection does not decide again. It takes the
 * lock, which means that the broken connection's transaction has ended, and checks whether the commit stands right
 * after the position for which it was decided. If nothing stands there, the commit is appended now. If something
 * else does, the commit was never written and can no longer be written.
 */
export function createPendingCommit(decide: DecideCommit, options: CommitOptions) {
  const { board, at, place, reader } = options
  const id = randomUUID()
  let decided: { row: CommitRow; after: Position } | undefined
  let isUnknown = false

  async function lock(connection: DatabaseConnection): Promise<Head> {
    for (;;) {
      const head = await reader.lock(connection)
      if (head) return head
      await reader.pull(connection)
    }
  }

  async function append(
    connection: DatabaseConnection,
    { row }: { row: CommitRow },
    head: Head,
  ): Promise<"written"> {
    const synced = head.isUnsynced ? "set local synchronous_commit = on; " : ""
    isUnknown = true
    await connection
      .query(
        `${synced}insert into upnext.commits (board, last, seq, id, prev, crc, body) values ${valuesOf(row, board, id)};
        update upnext.boards set head = ${row.last}, crc = '${row.crc}', alive_at = clock_timestamp() where board = ${board};
        commit`,
      )
      .catch((error: unknown) => {
        // PostgreSQL answered that it did not commit. If the connection was lost, or an administrator ended the
        // session at that moment, the outcome is not known yet.
        if (!connection.isBroken && !isInterruption(error)) isUnknown = false
        throw error
      })
    place.pass({ seq: row.last, crc: row.crc }, row.body.length)
    return "written"
  }

  async function endWithout(connection: DatabaseConnection, head: Head): Promise<"nothing"> {
    const isFresh = head.aliveAt !== undefined && options.now() - head.aliveAt < options.renewMs
    const end = isFresh
      ? "rollback"
      : `set local synchronous_commit = off;
        update upnext.boards set alive_at = clock_timestamp() where board = ${board}; commit`
    // There was nothing to write, so there is nothing to retry.
    await connection.query(end).catch(() => connection.destroy())
    return "nothing"
  }

  return {
    /** Rejects with an error of the connection when another attempt may help. */
    async attempt(connection: DatabaseConnection): Promise<"written" | "nothing"> {
      const head = await lock(connection)
      if (decided) {
        const next = place.first()
        if (next === undefined) return append(connection, decided, head)
        isUnknown = false
        if (next.id !== id) overtaken(at)
        place.pass(next.end, next.size)
        await connection.query("rollback")
        return "written"
      }
      const after = place.read
      const commit: Commit | undefined = decide(place.handOver(), head.aliveAt)
      if (commit === undefined) return endWithout(connection, head)
      decided = { row: encodeCommit(commit, after), after }
      return append(connection, decided, head)
    },
    /** It was sent, and no answer came. */
    get isUnknown() {
      return isUnknown
    },
  }
}

// --- internal ---

function overtaken(at: DatabaseAddress): never {
  fail("storage_unreachable", {
    detail: `The connection to the database at ${hostAndPort(at)} broke, and another server has written since then. Nothing from this request was written.`,
    facts: { host: at.host, port: at.port },
  })
}
