import { isAscii } from "node:buffer"
import { open, type FileHandle } from "node:fs/promises"
import { crc32 } from "node:zlib"
import type { Snapshot, Tables } from "../../domain/board/snapshot.ts"
import { fail } from "../../errors.ts"
import type { Checkpoint, CheckpointPosition } from "./checkpoint.ts"
import { format, tableNames, version } from "./writer.ts"
import { errno } from "../durable-file.ts"

/** The file is no checkpoint of ours, or not whole. What it held, the journal holds too. */
export class NotACheckpoint extends Error {}

/**
 * Reads a checkpoint; undefined if there is none. Throws `NotACheckpoint` if it is damaged, and refuses one of a
 * newer format with `storage_newer_format`.
 */
export async function readCheckpoint(
  path: string,
): Promise<{ checkpoint: Checkpoint; size: number } | undefined> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (errno(error) === "ENOENT") return undefined
    throw error
  })
  if (handle === undefined) return undefined
  try {
    const source = createSource(handle)
    const head = checkHead(path, parse(`${(await source.line()).slice(0, -1)}}`))
    const tables: Partial<Record<keyof Tables, unknown[]>> = {}
    for (const name of tableNames) {
      if ((await source.line()) !== `"${name}":[`)
        throw new NotACheckpoint(`the table ${name} is not where it should be`)
      tables[name] = await source.rows()
      if ((await source.line()) !== "],")
        throw new NotACheckpoint(`the table ${name} does not end where it should`)
    }
    const crc = source.crc().toString(16).padStart(8, "0")
    if ((await source.line()) !== `"crc":"${crc}"}`) throw new NotACheckpoint("its checksum is wrong")
    if (!(await source.ended())) throw new NotACheckpoint("something stands after its end")
    const snapshot = { counters: head.counters, tables: tables as unknown as Tables }
    return { checkpoint: { position: head.position, snapshot }, size: source.size() }
  } finally {
    await handle.close()
  }
}

// --- internal ---

interface Head {
  readonly position: CheckpointPosition
  readonly counters: Snapshot["counters"]
}

/** A file as lines and as lists of rows; the checksum covers what was taken. */
interface Source {
  line(): Promise<string>
  /** The rows up to the line that closes the list. */
  rows(): Promise<unknown[]>
  crc(): number
  size(): number
  ended(): Promise<boolean>
}

/** Bytes read and parsed at a time: one JSON.parse of many rows, but never of the whole file. */
const chunk = 1024 * 1024

function createSource(handle: FileHandle): Source {
  // One buffer for the whole file: a new one per chunk made the load a sixth longer, by page faults.
  let buffer = Buffer.allocUnsafe(2 * chunk)
  let bytes = buffer.subarray(0, 0)
  const spare = Buffer.allocUnsafe(chunk)
  let ahead = readAhead()
  let crc = 0
  let size = 0

  /** The disk is read while what came before is parsed. */
  function readAhead(): Promise<{ bytesRead: number }> {
    const reading = handle.read(spare, 0, chunk)
    reading.catch(() => {}) // told by `more`, if anybody wants more
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
    async line() {
      let end = bytes.indexOf(0x0a)
      while (end < 0) {
        if (!(await more())) throw new NotACheckpoint("it ends too early")
        end = bytes.indexOf(0x0a)
      }
      return take(end + 1).toString("utf8", 0, end)
    },
    async rows() {
      const rows: unknown[] = []
      for (;;) {
        if (bytes[0] === 0x5d) return rows
        // Text inside a row never holds a bare newline, so this can only be the end of the list.
        const end = bytes.indexOf("\n]")
        // A row without its comma is the last one, and what ends the list is still to come.
        const stop = end >= 0 ? end : bytes.lastIndexOf(",\n") + 1
        if (stop > 0) {
          const text = decode(take(stop + 1), end >= 0 ? stop : stop - 1)
          for (const row of parse(`[${text}]`) as unknown[]) rows.push(row)
        }
        if (end >= 0) return rows
        if (!(await more())) throw new NotACheckpoint("it ends too early")
      }
    },
    crc: () => crc,
    size: () => size,
    ended: async () => bytes.length === 0 && !(await more()),
  }
}

/** The first bytes as text. Most boards are ASCII, which is told and taken over several times faster. */
function decode(bytes: Buffer, length: number): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8", 0, length)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NotACheckpoint("it is not the JSON that it should be", { cause })
  }
}

function checkHead(path: string, head: unknown): Head {
  if (
    typeof head !== "object" ||
    head === null ||
    !("format" in head) ||
    head.format !== format ||
    !("version" in head)
  ) {
    throw new NotACheckpoint("its first line is not that of a board")
  }
  if (typeof head.version === "number" && head.version > version) {
    const detail = `${path} is of version ${head.version}; this Upnext reads versions up to ${version}.`
    fail("storage_newer_format", { detail })
  }
  if (head.version !== version) throw new NotACheckpoint("an older Upnext wrote it")
  return head as unknown as Head
}
