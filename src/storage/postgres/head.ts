import { refuseNewer } from "./board.ts"
import type { DatabaseClock } from "./clock.ts"
import type { DatabaseConnection, Row } from "./connection.ts"
import type { PostgresTimes } from "./options.ts"
import type { ReadPlace } from "./place.ts"
import { commitColumns, type Position } from "./rows.ts"
import { readerVersion } from "./schema.ts"

/** The row that every commit of a board locks. */
export interface Head extends Position {
  /** When a server last served the board, in ms since 1970; undefined for a new board. */
  readonly aliveAt: number | undefined
  /** The session's commits would be acknowledged before they are on disk. */
  readonly isUnsynced: boolean
  /** The session cannot commit: the database is read-only or is a standby. */
  readonly isReadOnly: boolean
}

/** What reads the end of a board's log. */
export interface HeadReader {
  /**
   * Begins a transaction, locks the head and reads what others have appended, in one message. Resolves to undefined
   * when there was too much for one message: then nothing is locked, and `pull` reads the rest.
   */
  lock(connection: DatabaseConnection): Promise<Head | undefined>
  /**
   * Reads everything that others have appended, in pieces and without the lock. Resolves to the head at the time of
   * reading.
   */
  pull(connection: DatabaseConnection): Promise<Head>
  /** The head as it is now, without the lock. */
  look(connection: DatabaseConnection): Promise<Head>
}

export interface HeadOptions {
  readonly board: number
  readonly name: string
  readonly place: ReadPlace
  readonly clock: DatabaseClock
  readonly times: PostgresTimes
}

export function createHeadReader({ board, name, place, clock, times }: HeadOptions): HeadReader {
  const { lockMs, statementMs, idleMs } = times
  // Set in each transaction, because a pooler may have switched to another session.
  const begin = `begin isolation level read committed; set local lock_timeout = ${lockMs};
    set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
  const head = `select head, crc, extract(epoch from alive_at) * 1000, extract(epoch from clock_timestamp()) * 1000,
    current_setting('synchronous_commit'), current_setting('transaction_read_only'), min_reader
    from upnext.boards where board = ${board}`

  async function ask(
    connection: DatabaseConnection,
    text: string,
    at: number,
  ): Promise<{ head: Head; tail: Row[] }> {
    const asked = performance.now()
    const answers = await connection.query(text)
    const answered = performance.now()
    const row = answers[at]?.[0] ?? missing(name)
    const [seq, crc, aliveAt, now, synchronous, readOnly, minReader] = row
    if (Number(minReader) > readerVersion) refuseNewer(name, Number(minReader))
    clock.note(Number(now), asked, answered)
    const found = {
      seq: Number(seq),
      crc: crc ?? "",
      aliveAt: aliveAt === null || aliveAt === undefined ? undefined : Number(aliveAt),
      isUnsynced: synchronous === "off",
      isReadOnly: readOnly === "on",
    }
    return { head: found, tail: answers[at + 1] ?? [] }
  }

  return {
    async lock(connection) {
      const { read } = place
      const tail = `select ${commitColumns} from upnext.commits
        where board = ${board} and last > ${read.seq} order by last limit ${shortTail}`
      const found = await ask(connection, `${begin}; ${head} for update; ${tail}`, begin.split(";").length)
      place.compare(found.head)
      place.take(found.tail)
      if (place.read.seq === found.head.seq) return found.head
      await connection.query("rollback")
      return undefined
    },
    async pull(connection) {
      for (;;) {
        const found = await ask(connection, `${head}; ${pageAfter(board, place.read.seq)}`, 0)
        place.compare(found.head)
        place.take(found.tail)
        if (found.tail.length === 0 || place.read.seq >= found.head.seq) return found.head
      }
    },
    look: async (connection) => (await ask(connection, head, 0)).head,
  }
}

/** How long a page may take; it may be large and the network may be slow. */
export const pageMs = 30_000

/** The next commits after an event: several hundred, or fewer if they are long. */
export function pageAfter(board: number, seq: number, until = Number.MAX_SAFE_INTEGER): string {
  return `select ${commitColumns} from (
    select ${commitColumns}, sum(octet_length(body)) over (order by last) - octet_length(body) as before_it from (
      select ${commitColumns} from upnext.commits where board = ${board} and last > ${seq} and last <= ${until}
      order by last limit 1000) as next_commits) as counted
  where before_it < ${pageBytes} order by last`
}

// --- internal ---

const shortTail = 50
const pageBytes = 2 * 1024 * 1024

function missing(name: string): never {
  throw new Error(`The row of the board ${name} is no longer in the database`)
}
