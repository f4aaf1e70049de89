import { randomUUID } from "node:crypto"
import { machineFiles } from "../../machine/files.ts"
import { makeTemporary, type TemporaryDirectory } from "../../machine/temporary-directory.ts"
import type { FilesTarget } from "../attachments/copy.ts"
import type { AttachmentDriver } from "../attachments/driver.ts"
import { fail } from "../../errors.ts"
import type { Commit } from "../log.ts"
import type { BoardTarget } from "../whole-board.ts"
import { parseAddress } from "./address.ts"
import type { DatabaseConnection } from "./connection.ts"
import { beginLong, connectForMove, openFiles, placeOfBoard, readBoard, type WholeOptions } from "./export.ts"
import { asRefusedStart } from "./failures.ts"
import { beginning, encodeCommit, valuesOf, type Position } from "./rows.ts"
import { listServers } from "./servers.ts"
import { defaultTimes } from "./options.ts"

/**
 * A board that is written under a name on which no server can start, and renamed when it is complete. Rejects with
 * `board_exists` if there is a board with the final name, unless that board is empty and unused. Otherwise rejects
 * as a start does.
 */
export async function openPostgresTarget({
  database,
  board: name,
  readCommands,
}: WholeOptions): Promise<BoardTarget> {
  const connection = await connectForMove(database)
  const place = placeOfBoard(database, name)
  const waiting = `${name} (moving)`
  const files = createFilesEnd(database, async () => (await find(waiting))?.board)

  const find = async (wanted: string) => {
    const [row] = await connection.ask(
      "select board, head, encode(token_key, 'hex'), moved_to from upnext.boards where name = $1",
      [wanted],
    )
    return row && { board: Number(row[0]), head: Number(row[1]), key: row[2] ?? "", movedTo: row[3] }
  }

  async function checkFree(): Promise<void> {
    const found = await find(name)
    if (!found) return
    const isUsed = (await listServers(connection, found.board, defaultTimes.lapseMs)).length > 0
    if (found.head > 0 || isUsed || typeof found.movedTo === "string")
      fail("board_exists", { detail: `${place} already has a board.`, facts: { board: name } })
  }

  const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!connection.isBroken) await connection.query("rollback").catch(() => connection.destroy())
      throw asRefusedStart(error, parseAddress(database))
    }
  }

  try {
    await checkFree()
  } catch (error) {
    await connection.close()
    throw error
  }
  return {
    place,
    isWaiting: async (key) => (await find(waiting))?.key === key.toString("hex"),
    write: ({ key, settings, commits }) =>
      refusing(async () => {
        await connection.query(beginLong)
        await removeBoard(connection, waiting)
        const [row] = await connection.ask(
          "insert into upnext.boards (name, token_key, settings) values ($1, $2, $3) returning board",
          [waiting, key, JSON.stringify(settings)],
        )
        const board = Number(row?.[0])
        const end = await insertAll(connection, board, commits)
        await connection.query(
          `update upnext.boards set head = ${end.seq}, crc = '${end.crc}', alive_at = 'epoch' where board = ${board}; commit`,
        )
      }),
    async *commits(tell) {
      const found = await find(waiting)
      if (found) yield* readBoard(connection, { ...found, name, readCommands }, tell)
    },
    files: files.open,
    discard: () => refusing(() => removeBoard(connection, waiting)),
    finish: () =>
      refusing(async () => {
        await connection.query(beginLong)
        await checkFree()
        await removeBoard(connection, name)
        await connection.ask("update upnext.boards set name = $2 where name = $1", [waiting, name])
        await connection.query("commit")
      }),
    close: () => files.close().then(() => connection.close()),
  }
}

// --- internal ---

/** Stores the files of the board that is being written. They pass through a directory on this machine. */
function createFilesEnd(database: string, findBoard: () => Promise<number | undefined>) {
  let opened: { readonly driver: AttachmentDriver; readonly made: TemporaryDirectory } | undefined
  return {
    async open(): Promise<FilesTarget> {
      const driver = openFiles(database, (await findBoard()) ?? 0)
      const made = await makeTemporary()
      opened = { driver, made }
      return { driver, spool: { path: made.path, files: machineFiles } }
    },
    async close(): Promise<void> {
      await opened?.driver.dispose()
      await opened?.made.remove()
    },
  }
}

/** Characters of commits in one statement. */
const batchLength = 1024 * 1024

async function insertAll(
  connection: DatabaseConnection,
  board: number,
  commits: AsyncIterable<Commit>,
): Promise<Position> {
  let end = beginning
  let rows: string[] = []
  let length = 0
  const flush = async () => {
    if (rows.length > 0)
      await connection.query(
        `insert into upnext.commits (board, last, seq, id, prev, crc, body) values ${rows.join(",")}`,
      )
    rows = []
    length = 0
  }
  for await (const commit of commits) {
    const row = encodeCommit(commit, end)
    end = { seq: row.last, crc: row.crc }
    rows.push(valuesOf(row, board, randomUUID()))
    length += row.body.length
    if (length > batchLength) await flush()
  }
  await flush()
  return end
}

async function removeBoard(connection: DatabaseConnection, name: string): Promise<void> {
  const tables = ["commits", "snapshots", "servers", "attachments"]
  for (const table of tables)
    await connection.ask(
      `delete from upnext.${table} where board in (select board from upnext.boards where name = $1)`,
      [name],
    )
  await connection.ask("delete from upnext.boards where name = $1", [name])
}
