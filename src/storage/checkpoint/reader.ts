import { isAscii } from "node:buffer"
import { crc32 } from "node:zlib"
import type { Snapshot, Tables } from "../../domain/board/snapshot.ts"
import { fail } from "../../errors.ts"
import { noneIfMissing } from "../../machine/file-errors.ts"
import type { FilePlace } from "../../machine/files.ts"
import {
  checkpointFormat,
  checkpointVersion,
  tableNames,
  type Checkpoint,
  type CheckpointPosition,
} from "./format.ts"

/**
 * The file is not a checkpoint, or not a whole one. Nothing is lost: the journal contains everything that was in
 * it.
 */
export class NotACheckpoint extends Error {}

/** Bytes that are read one after the other; `bytesRead` is 0 at the end. */
export interface ByteSource {
  read(buffer: Buffer, offset: number, length: number): Promise<{ readonly bytesRead: number }>
}

/** A checkpoint that was read, and its size in bytes. */
export interface ReadCheckpoint {
  readonly checkpoint: Checkpoint
  readonly size: number
}

/** Reads the checkpoint in a file, as `parseCheckpoint` does; undefined if there is none. */
export async function readCheckpoint(
  { path, files }: FilePlace,
  checkHeap?: (expected?: number) => void,
): Promise<ReadCheckpoint | undefined> {
  const handle = await files.open(path, "r").catch(noneIfMissing())
  if (handle === undefined) return undefined
  try {
    return await parseCheckpoint(handle, path, checkHeap)
  } finally {
    await handle.close()
  }
}

/** The last event in a file's checkpoint; undefined if there is no usable checkpoint. */
export async function checkpointSeq({ path, files }: FilePlace): Promise<number | undefined> {
  const handle = await files.open(path, "r").catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const line = await createLineSource(handle, () => undefined).line()
    return checkHead(path, parse(`${line.slice(0, -1)}}`)).counters.seq
  } catch (error) {
    if (error instanceof NotACheckpoint) return undefined
    throw error
  } finally {
    await handle.close()
  }
}

/**
 * Reads a checkpoint from the bytes at `path`. Rejects with `NotACheckpoint` if it is damaged, and with
 * `storage_newer_format` if a newer Upnext wrote it. `checkHeap` is called after each part, and at the end with the
 * minimum number of heap bytes that the indexes will take.
 */
export async function parseCheckpoint(
  bytes: ByteSource,
  path: string,
  checkHeap: (expected?: number) => void = () => {},
): Promise<ReadCheckpoint> {
  const source = createLineSource(bytes, checkHeap)
  const head = checkHead(path, parse(`${(await source.line()).slice(0, -1)}}`))
  const tables: Partial<Record<keyof Tables, unknown[]>> = {}
  for (const name of tableNames) {
    if ((await source.line()) !== `"${name}":[`)
      throw new NotACheckpoint(`the table ${name} does not begin where it should`)
    tables[name] = await source.rows()
    if ((await source.line()) !== "],")
      throw new NotACheckpoint(`the table ${name} does not end where it should`)
  }
  const crc = source.crc().toString(16).padStart(8, "0")
  if ((await source.line()) !== `"crc":"${crc}"}`) throw new NotACheckpoint("its checksum is wrong")
  if (!(await source.ended())) throw new NotACheckpoint("there is more after its end")
  checkHeap((tables.tasks?.length ?? 0) * indexBytes)
  const snapshot = { counters: head.counters, tables: tables as unknown as Tables }
  return { checkpoint: { position: head.position, snapshot }, size: source.size() }
}

// --- internal ---

interface CheckpointHead {
  readonly position: CheckpointPosition
  readonly counters: Snapshot["counters"]
}

/**
 * The memory per task that the indexes of the board and the search take in addition to the records: 220 bytes were
 * measured for short titles with a number, more with descriptions. The constant is lower, so that no board that
 * fits is refused.
 */
const indexBytes = 150

/** Bytes read and parsed at a time: a single JSON.parse handles many rows, but never the whole file. */
const chunkBytes = 1024 * 1024

/** Reads a file as lines and as lists of rows. The checksum covers everything read so far. */
function createLineSource(source: ByteSource, checkHeap: () => void) {
  // A single buffer serves the whole file. A new buffer for each chunk causes page faults and made the load a
  // sixth slower.
  let buffer = Buffer.allocUnsafe(2 * chunkBytes)
  let bytes = buffer.subarray(0, 0)
  const spare = Buffer.allocUnsafe(chunkBytes)
  let ahead = readAhead()
  let crc = 0
  let size = 0

  /** Starts to read the next chunk, so that the disk works while the previous chunk is parsed. */
  function readAhead(): Promise<{ bytesRead: number }> {
    const reading = source.read(spare, 0, chunkBytes)
    reading.catch(() => {}) // `more` throws it, if it is called
    return reading
  }

  async function more(): Promise<boolean> {
    const { bytesRead } = await ahead
    if (bytes.length + bytesRead > buffer.length) {
      buffer = Buffer.concat([bytes], buffer.length * 2)
    } else {
      bytes.copy(buffer)
    }
    spare.copy(buffer, bytes.length, 0, bytesRead)
    bytes = buffer.subarray(0, bytes.length + bytesRead)
    ahead = readAhead()
    return bytesRead > 0
  }

  function take(length: number): Buffer {
    const taken = bytes.subarray(0, length)
    crc = crc32(taken, crc)
    size += length
    bytes = bytes.subarray(length)
    return taken
  }

  return {
    async line(): Promise<string> {
      let end = bytes.indexOf(0x0a)
      while (end < 0) {
        if (!(await more())) throw new NotACheckpoint("it ends too early")
        end = bytes.indexOf(0x0a)
      }
      return take(end + 1).toString("utf8", 0, end)
    },
    /** The rows up to the line that closes the list. */
    async rows(): Promise<unknown[]> {
      const rows: unknown[] = []
      for (;;) {
        if (bytes[0] === 0x5d) return rows
        // A row of JSON text does not contain a bare newline, so this can only be the end of the list.
        const end = bytes.indexOf("\n]")
        // The last row has no comma. It is kept until the chunk that ends the list.
        const stop = end >= 0 ? end : bytes.lastIndexOf(",\n") + 1
        if (stop > 0) {
          const text = decode(take(stop + 1), end >= 0 ? stop : stop - 1)
          checkHeap()
          for (const row of parse(`[${text}]`) as unknown[]) rows.push(row)
        }
        if (end >= 0) return rows
        if (!(await more())) throw new NotACheckpoint("it ends too early")
      }
    },
    crc: () => crc,
    size: () => size,
    ended: async (): Promise<boolean> => bytes.length === 0 && !(await more()),
  }
}

/** The first bytes as text. Most boards are ASCII, and checking for ASCII and copying is several times faster. */
function decode(bytes: Buffer, length: number): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8", 0, length)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NotACheckpoint("part of it is not valid JSON", { cause })
  }
}

function checkHead(path: string, head: unknown): CheckpointHead {
  if (
    typeof head !== "object" ||
    head === null ||
    !("format" in head) ||
    head.format !== checkpointFormat ||
    !("version" in head)
  ) {
    throw new NotACheckpoint("its first line is not that of a board")
  }
  if (typeof head.version === "number" && head.version > checkpointVersion) {
    const detail = `${path} has version ${head.version}; this Upnext reads versions up to ${checkpointVersion}.`
    fail("storage_newer_format", { detail })
  }
  if (head.version !== checkpointVersion) throw new NotACheckpoint("an older Upnext wrote it")
  return head as unknown as CheckpointHead
}
