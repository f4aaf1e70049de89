import { pieceBytes, type AttachmentDriver } from "../attachments/driver.ts"
import type { DatabaseAddress } from "./address.ts"
import { asOutage } from "./failures.ts"
import type { DatabaseLink } from "./link.ts"

export interface DatabaseDriverOptions {
  readonly board: number
  readonly at: DatabaseAddress
  /** For this alone: a large file would hold up everything else. */
  readonly link: DatabaseLink
}

/** Files as rows in a table of the board's database, in pieces, so that a dump of the database contains them. */
export function databaseDriver({ board, at, link }: DatabaseDriverOptions): AttachmentDriver {
  async function refusing<T>(work: Promise<T>, said: string): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw asOutage(error, at, said)
    }
  }

  async function partOf(key: string, part: number): Promise<Buffer | undefined> {
    const asked = link.use((connection) =>
      connection.ask(
        "select body from upnext.attachments where board = $1 and sha256 = decode($2, 'hex') and part = $3",
        [board, key, part],
      ),
    )
    const [row] = await refusing(asked, "The file could not be read.")
    return row && Buffer.from(row[0]?.slice(2) ?? "", "hex")
  }

  return {
    name: "upnext-postgres",
    setItemRaw: (key, spooled) =>
      refusing(
        link.use(async (connection) => {
          await connection.query("begin")
          // Two servers may receive the same bytes at the same time.
          await connection.ask("select pg_advisory_xact_lock(hashtextextended($1, $2))", [key, board])
          await connection.ask(
            "delete from upnext.attachments where board = $1 and sha256 = decode($2, 'hex')",
            [board, key],
          )
          let part = 0
          const insert = (piece: Buffer) =>
            connection.ask(
              "insert into upnext.attachments (board, sha256, part, body) values ($1, decode($2, 'hex'), $3, $4)",
              [board, key, part++, piece],
            )
          for await (const piece of spooled.read()) await insert(piece)
          if (part === 0) await insert(Buffer.alloc(0))
          await connection.query("commit")
        }),
        "The file could not be stored.",
      ),
    async getItemRaw(key) {
      const first = await partOf(key, 0)
      return first ? readParts(first, (part) => partOf(key, part)) : null
    },
    async removeItem(key, { olderThanMs }) {
      const asked = link.use((connection) =>
        connection.ask(
          `delete from upnext.attachments where board = $1 and sha256 = decode($2, 'hex')
          and kept_at < now() - $3 * interval '1 millisecond'`,
          [board, key, olderThanMs],
        ),
      )
      await refusing(asked, "An unreferenced file could not be removed.")
    },
    async getKeys() {
      const asked = link.use((connection) =>
        connection.ask("select encode(sha256, 'hex') from upnext.attachments where board = $1 and part = 0", [
          board,
        ]),
      )
      return (await refusing(asked, "The files could not be listed.")).flatMap(([key]) => key ?? [])
    },
    dispose: () => link.close(),
  }
}

// --- internal ---

/** All parts but the last one are full. */
async function* readParts(
  first: Buffer,
  partOf: (part: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer, void> {
  let piece: Buffer | undefined = first
  for (let part = 1; piece !== undefined; part += 1) {
    if (piece.length > 0) yield piece
    if (piece.length < pieceBytes) return
    piece = await partOf(part)
  }
}
