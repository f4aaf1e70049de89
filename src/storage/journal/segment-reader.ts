import { fail } from "../../errors.ts"
import type { OpenFile } from "../../machine/files.ts"
import { damaged, newer, type Spot } from "../damage.ts"
import { journalFormat, isClosing, isHeader, lastSeq, journalVersion, type JournalEntry } from "./line.ts"
import { readLines, type LinesRead } from "./lines.ts"
import { loadReader, type CommandReader } from "../command-reader.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { Mark } from "../mark.ts"
import type { Segment } from "./segments.ts"

/** How the reading of a segment ended. */
export interface SegmentEnd {
  /** After the last verified line. */
  readonly mark: Mark
  /** The segment ends with a closing line: the segment that begins with `mark.seq + 1` follows. */
  readonly closed: boolean
  /** The bytes after the mark, which are not a verified line. They are empty or must be judged by the caller. */
  readonly rest: Buffer
}

interface SegmentReadOptions {
  /** Read only to this offset; otherwise to the end of the file. */
  readonly end?: number
  /** Bytes read at a time. */
  readonly chunk?: number
}

/**
 * Reads a segment from a mark on and verifies the checksum, link and numbers of every line. If the mark has no
 * `crc`, the first line is not compared with the line before it.
 */
export async function* readSegment(
  segment: Segment,
  from: Mark,
  reader: CommandReader,
  options: SegmentReadOptions = {},
): AsyncGenerator<Commit[], SegmentEnd> {
  const handle = await segment.files.open(segment.path, "r")
  try {
    const limit = options.end ?? (await handle.stat()).size
    const reading = readLines(handle, from, { limit, chunk: options.chunk ?? 1024 * 1024 })
    let mark = from
    let closed = false
    let step = await reading.next()
    for (; step.done !== true; step = await reading.next()) {
      if (closed) damaged(spot(segment, mark), "there is more after the closing line")
      const { starts, end, crc } = step.value
      const entries = parseArray(step.value, spot(segment, mark))
      const taken = await takeEntries(segment, mark, entries, starts, reader)
      closed = taken.closed
      mark = { ...taken.mark, offset: mark.offset + end - 1, crc }
      if (taken.commits.length > 0) yield taken.commits
    }
    const { rest, isBad } = step.value
    return {
      mark,
      closed,
      rest: isBad ? await readRest(handle, segment, mark.offset, limit) : Buffer.from(rest),
    }
  } finally {
    await handle.close()
  }
}

// --- internal ---

/** Parses lines in one go, as one JSON array: their newlines become the array's commas. */
function parseArray({ bytes, starts, end }: LinesRead, at: Spot): JournalEntry[] {
  for (const start of starts) bytes[start] = 0x2c
  bytes[0] = 0x5b
  bytes[end - 1] = 0x5d
  try {
    return JSON.parse(bytes.toString("utf8", 0, end)) as JournalEntry[]
  } catch {
    return damaged(at, "this or a later line is not JSON, although its checksum is correct")
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
    if (closed) damaged(here, "there is more after the closing line")
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
    damaged({ file: segment.path, line: 1, offset: 0 }, `this is not in the format ${journalFormat}`)
  if (typeof header.version === "number" && header.version > journalVersion) {
    const detail = `${segment.path} has version ${header.version}; this Upnext reads versions up to ${journalVersion}.`
    fail("storage_newer_format", { detail })
  }
}

/** All bytes from a bad line on. A header that looks bad here may be from a newer version. */
async function readRest(handle: OpenFile, segment: Segment, start: number, end: number): Promise<Buffer> {
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
