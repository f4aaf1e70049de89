import { open, type FileHandle } from "node:fs/promises"
import { fail } from "../../errors.ts"
import { damaged, newer, type Spot } from "../damage.ts"
import {
  checkLine,
  journalFormat,
  isClosing,
  isHeader,
  lastSeq,
  prevOf,
  journalVersion,
  type JournalEntry,
} from "./line.ts"
import { loadReader, type CommandReader } from "../command-reader.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { Mark } from "../mark.ts"
import type { Segment } from "./segments.ts"

/** How the reading of a segment ended. */
export interface SegmentEnd {
  /** After the last verified line. */
  readonly mark: Mark
  /** A closing line stands there: the segment that begins with `mark.seq + 1` follows. */
  readonly closed: boolean
  /** The bytes after the mark, which are not a verified line. Empty, or for the caller to judge. */
  readonly rest: Buffer
}

interface SegmentReadOptions {
  /** Read to this offset only; else to the end of the file. */
  readonly end?: number
  /** Bytes read at a time. */
  readonly chunk?: number
}

/**
 * Reads a segment from a mark on and verifies checksum, chain and numbers of every line. Where the mark has no
 * `crc`, the first line is not checked against the line before it.
 *
 * The lines of a chunk are verified as bytes, their newlines become the commas of one JSON array, and that is
 * parsed in one go.
 */
export async function* readSegment(
  segment: Segment,
  from: Mark,
  reader: CommandReader,
  options: SegmentReadOptions = {},
): AsyncGenerator<Commit[], SegmentEnd> {
  const handle = await open(segment.path, "r")
  try {
    const limit = options.end ?? (await handle.stat()).size
    let buffer = Buffer.allocUnsafe((options.chunk ?? 1024 * 1024) + 1)
    let mark = from
    let closed = false
    // buffer[0] is kept free for the opening bracket; [1, filled) are the bytes from mark.offset on.
    let filled = 1
    for (;;) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
      const at = mark.offset + filled - 1
      const size = Math.max(0, Math.min(buffer.length - filled, limit - at))
      const { bytesRead } = await handle.read(buffer, filled, size, at)
      if (bytesRead === 0) return { mark, closed, rest: Buffer.from(buffer.subarray(1, filled)) }
      if (closed) damaged(spot(segment, mark), "something stands after the closing line")

      const bytes = buffer.subarray(0, filled + bytesRead)
      const { starts, end, crc, bad } = verifyAndJoin(bytes, mark.crc, filled)
      if (end > 1) {
        const entries = parseArray(bytes, end, spot(segment, mark))
        const taken = await takeEntries(segment, mark, entries, starts, reader)
        closed = taken.closed
        mark = { ...taken.mark, offset: mark.offset + end - 1, crc }
        if (taken.commits.length > 0) yield taken.commits
      }
      if (bad) return { mark, closed, rest: await readRest(handle, segment, mark.offset, limit) }
      bytes.copy(buffer, 1, end)
      filled = bytes.length - end + 1
    }
  } finally {
    await handle.close()
  }
}

// --- internal ---

/**
 * Verifies the lines from 1 on, up to `end`, and puts commas between them. No newline stands before `searched`.
 * `starts`: where each line begins, in bytes after the mark.
 */
function verifyAndJoin(
  bytes: Buffer,
  prev: string,
  searched: number,
): { starts: readonly number[]; end: number; crc: string; bad: boolean } {
  const starts: number[] = []
  let end = 1
  let crc = prev
  for (let newline = bytes.indexOf(0x0a, searched); newline >= 0; newline = bytes.indexOf(0x0a, end)) {
    const checked = checkLine(bytes, end, newline, crc === "" ? prevOf(bytes, newline) : crc)
    if (checked === undefined) return { starts, end, crc, bad: true }
    bytes[newline] = 0x2c
    starts.push(end - 1)
    crc = checked
    end = newline + 1
  }
  return { starts, end, crc, bad: false }
}

function parseArray(bytes: Buffer, end: number, at: Spot): JournalEntry[] {
  bytes[0] = 0x5b
  bytes[end - 1] = 0x5d
  try {
    return JSON.parse(bytes.toString("utf8", 0, end)) as JournalEntry[]
  } catch {
    return damaged(at, "a line from here on is no JSON, though its checksum fits")
  }
}

/** The commits among verified entries. Refuses them unless they have the expected numbers and a known form. */
async function takeEntries(
  segment: Segment,
  from: Mark,
  entries: JournalEntry[],
  starts: readonly number[],
  reader: CommandReader,
): Promise<{ commits: Commit[]; closed: boolean; mark: Mark }> {
  const commits: Commit[] = []
  let read: ReadCommands | undefined
  let { line, seq } = from
  let closed = false
  for (const [i, entry] of entries.entries()) {
    const here = spot(segment, { line, offset: from.offset + (starts[i] ?? 0) })
    if (closed) damaged(here, "something stands after the closing line")
    if (isHeader(entry) !== (from.offset === 0 && i === 0)) {
      damaged(here, "the header is missing, or is not the first line")
    }
    if (seq >= 0 && entry.seq !== seq + 1) damaged(here, `expected event ${seq + 1}, found ${entry.seq}`)
    if (isHeader(entry)) {
      checkFormat(segment, entry)
      seq = entry.seq - 1
    } else if (isClosing(entry)) {
      closed = true
      seq = entry.seq - 1
    } else {
      const refuse = (what: string, isNewer: boolean) => (isNewer ? newer : damaged)(here, what)
      read ??= await loadReader(reader)
      const commit = { seq: entry.seq, commands: read(entry.commands, refuse) }
      commits.push(commit)
      seq = lastSeq(commit)
    }
    line += line < 0 ? 0 : 1
  }
  return { commits, closed, mark: { ...from, line, seq } }
}

function checkFormat(segment: Segment, header: { format?: unknown; version?: unknown }): void {
  if (header.format !== journalFormat)
    damaged({ file: segment.path, line: 1, offset: 0 }, `this is not of the format ${journalFormat}`)
  if (typeof header.version === "number" && header.version > journalVersion) {
    const detail = `${segment.path} is of version ${header.version}; this Upnext reads versions up to ${journalVersion}.`
    fail("storage_newer_format", { detail })
  }
}

/** All bytes from a bad line on. A header that looks bad here may be from a newer version. */
async function readRest(handle: FileHandle, segment: Segment, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
  const rest = buffer.subarray(0, bytesRead)
  if (start === 0) {
    const header = parseObject(rest.toString("utf8", 0, rest.indexOf(0x0a)))
    if (header?.["format"] === journalFormat) checkFormat(segment, header)
  }
  return rest
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function spot(segment: Segment, { line, offset }: { line: number; offset: number }): Spot {
  return { file: segment.path, line: line < 0 ? 0 : line + 1, offset }
}
