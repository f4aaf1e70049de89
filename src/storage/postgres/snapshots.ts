import { createGunzip, createGzip } from "node:zlib"
import { Readable } from "node:stream"
import type { Snapshot } from "../../domain/board/snapshot.ts"
import { checkpointVersion, type CheckpointPosition } from "../checkpoint/format.ts"
import { NotACheckpoint, parseCheckpoint, type ByteSource } from "../checkpoint/reader.ts"
import { encodeCheckpoint } from "../checkpoint/writer.ts"
import { connect, type DatabaseConnection, type ConnectionOptions } from "./connection.ts"
import type { DatabaseLink } from "./link.ts"
import type { Rest } from "../log.ts"
import type { ReadPlace } from "./place.ts"
import type { Position } from "./rows.ts"

/**
 * The snapshots of a board: its checkpoint file, compressed and split into parts. Any server of the board may make
 * one.
 */
export type Snapshots = ReturnType<typeof createSnapshots>

export interface SnapshotOptions {
  readonly board: number
  readonly name: string
  readonly place: ReadPlace
  readonly link: DatabaseLink
  /** A snapshot is written over a separate connection, so that nothing else has to wait. */
  readonly connection: ConnectionOptions
  /** Characters of commits. */
  readonly snapshotAfter?: number | undefined
  warn(message: string): void
}

export function createSnapshots(options: SnapshotOptions) {
  const { board, name, place, link, snapshotAfter: dueAfter = 16 * 1024 * 1024, warn } = options
  /** The last event of the newest snapshot that is known. */
  let newest = 0
  let isKeeping = false
  let notBefore = 0

  return {
    /** The newest one that this version can use. */
    async load(checkHeap: () => void): Promise<{ snapshot: Snapshot; position: Position } | undefined> {
      const rows = await link.use((connection) =>
        connection.ask(
          `select seq, crc from upnext.snapshots where board = $1 and version = $2 and is_last order by seq desc`,
          [board, checkpointVersion],
        ),
      )
      for (const [seq, crc] of rows) {
        const position = { seq: Number(seq), crc: crc ?? "" }
        try {
          const snapshot = await loadSnapshot({ link, board, name }, position, checkHeap)
          newest = position.seq
          return { snapshot, position }
        } catch (error) {
          if (!isUnusable(error)) throw error
          const said = error instanceof Error ? error.message : String(error)
          warn(
            `A snapshot of the board ${name} cannot be used (${said}); an older one or the log is read instead.`,
          )
        }
      }
      return undefined
    },

    isDue: () => !isKeeping && place.grown > Math.max(dueAfter, notBefore),

    /**
     * Stores a snapshot of the position that was handed over, unless another server is storing one or has just done
     * so.
     */
    async keep(snapshot: Snapshot, rest?: Rest): Promise<void> {
      const position = place.handed
      const { grown } = place
      if (snapshot.counters.seq !== position.seq)
        throw new Error(`This is the board at event ${snapshot.counters.seq}, not at event ${position.seq}`)
      if (position.seq === newest || position.seq === 0) return
      // Set before the attempt, so that a failed snapshot is not retried at every commit.
      notBefore = grown + dueAfter
      isKeeping = true
      const connection = await connect(options.connection).catch((error: unknown) => {
        isKeeping = false
        throw error
      })
      try {
        const known = await write(connection, board, { snapshot, position, newest, rest })
        if (known === undefined) return
        newest = known
        place.countFrom(grown)
        notBefore = 0
      } finally {
        isKeeping = false
        await connection.close()
      }
    },
  }
}

/** The snapshot made at a position. Rejects with `NotACheckpoint` or a zlib error if it is unusable. */
export async function loadSnapshot(
  { link, board, name }: Pick<SnapshotOptions, "link" | "board" | "name">,
  position: Position,
  checkHeap: () => void,
): Promise<Snapshot> {
  const [line] = await link.use((connection) =>
    connection.ask("select crc from upnext.commits where board = $1 and last = $2", [board, position.seq]),
  )
  if (line?.[0] !== position.crc) throw new NotACheckpoint("the log has another commit in its place")
  const parts = Readable.from(readParts(link, board, position.seq), { objectMode: false })
  const unzipped = parts.pipe(createGunzip())
  parts.once("error", (error) => unzipped.destroy(error))
  const { checkpoint } = await parseCheckpoint(sourceOf(unzipped), `The snapshot of ${name}`, checkHeap)
  return checkpoint.snapshot
}

/** Damaged, or made by another version. Errors of the connection are not included. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof NotACheckpoint ||
  (error instanceof Error && "code" in error && /^Z_/.test(String(error.code)))

// --- internal ---

const partBytes = 1024 * 1024
/** Compressing is most of the work of a snapshot. Higher levels take twice as long to save a tenth. */
const level = 3

/**
 * Returns the newest snapshot that exists afterwards; undefined if another server is making one at this moment. All
 * parts are compressed before the first part is written. An idle transaction that has written something keeps the
 * database from removing old versions of the board's head, and each commit leaves one: after nine seconds a commit
 * took two and a half times as long. A transaction that only holds the lock does not prevent this removal.
 */
async function write(
  connection: DatabaseConnection,
  board: number,
  made: {
    readonly snapshot: Snapshot
    readonly position: Position
    readonly newest: number
    readonly rest: Rest | undefined
  },
): Promise<number | undefined> {
  const { position, snapshot, rest } = made
  // Sent in one message without parameters: with parameters the portal stays open, and so does the transaction's
  // view of old rows.
  const [, , locked, kept] = await connection.query(
    `begin; set local idle_in_transaction_session_timeout = 0; select pg_try_advisory_xact_lock(${lockClass}, ${board});
    select max(seq) from upnext.snapshots where board = ${board} and version = ${checkpointVersion} and is_last`,
  )
  if (locked?.[0]?.[0] !== "t") return undefined
  const newest = Number(kept?.[0]?.[0] ?? 0)
  if (newest > made.newest && newest <= position.seq) return newest
  const parts = await compress(encodeCheckpoint({ position: positionOf(position), snapshot }, { rest }))
  for (const [n, body] of parts.entries())
    await connection.ask("insert into upnext.snapshots values ($1, $2, $3, $4, $5, $6, $7)", [
      ...[board, checkpointVersion, position.seq, position.crc],
      ...[n, n === parts.length - 1, body],
    ])
  await connection.query(`delete from upnext.snapshots where board = ${board} and version <= ${checkpointVersion}
    and seq < (select min(seq) from (select seq from upnext.snapshots
      where board = ${board} and version = ${checkpointVersion} and is_last order by seq desc limit 2) as newest_two); commit`)
  return position.seq
}

/** The parts of the compressed bytes. A million small tasks take 70 MB, outside the heap. */
async function compress(slices: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const parts: Buffer[] = []
  const plain = Readable.from(slices, { objectMode: false })
  const zipped = plain.pipe(createGzip({ level, chunkSize: partBytes / 4 }))
  plain.once("error", (error) => zipped.destroy(error))
  let waiting: Buffer[] = []
  let size = 0
  for await (const bytes of zipped as AsyncIterable<Buffer>) {
    waiting.push(bytes)
    size += bytes.length
    if (size < partBytes) continue
    parts.push(Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  parts.push(Buffer.concat(waiting))
  return parts
}

const lockClass = 0x75706e78

/** A checkpoint file names its position in a journal. Here only its last commit is known. */
const positionOf = ({ seq, crc }: Position): CheckpointPosition => ({
  mark: { segment: 1, offset: 0, line: -1, crc, seq },
  closed: [],
})

async function* readParts(link: DatabaseLink, board: number, seq: number): AsyncGenerator<Buffer> {
  for (let part = 0, isLast = false; !isLast; part += 1) {
    const [row] = await link.use((connection) =>
      connection.ask(
        "select is_last, body from upnext.snapshots where board = $1 and version = $2 and seq = $3 and part = $4",
        [board, checkpointVersion, seq, part],
        partMs,
      ),
    )
    if (row === undefined) throw new NotACheckpoint("a part of it is missing")
    isLast = row[0] === "t"
    yield Buffer.from(row[1]?.slice(2) ?? "", "hex")
  }
}

const partMs = 30_000

function sourceOf(stream: Readable): ByteSource {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  return {
    async read(buffer, offset, length) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) return { bytesRead: 0 }
        rest = next.value
      }
      const bytesRead = rest.copy(buffer, offset, 0, length)
      rest = rest.subarray(bytesRead)
      return { bytesRead }
    },
  }
}
