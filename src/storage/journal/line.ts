import { crc32 } from "node:zlib"
import type { Commit } from "../log.ts"
import type { LoggedCommand } from "../../domain/board/logged-command.ts"

/**
 * One line of the journal is one JSON object that ends in `,"prev":"<crc>","crc":"<crc>"}`: the CRC-32 of the
 * previous line and the line's own CRC-32, eight hex digits each. The line's own CRC covers everything before its
 * key, so together with `prev` it covers the order of the lines too. Three kinds of lines share this form: the
 * header that opens a segment, the commits, and the closing line that says which segment follows.
 */
export interface SegmentHeader {
  readonly format: typeof journalFormat
  readonly version: number
  /** The first seq of the segment, which is its name as well. */
  readonly seq: number
}

export interface ClosingLine {
  /** The first seq of the segment that follows. */
  readonly seq: number
  readonly closed: true
}

export type JournalEntry = SegmentHeader | ClosingLine | Commit

export const journalFormat = "upnext-journal"
export const journalVersion = 1

/** What the first line of a journal chains from. */
export const origin = "00000000"

export function encodeLine(entry: JournalEntry, prev: string): { bytes: Buffer; crc: string } {
  // Encoded once: the checksum is computed from the bytes, and fills the space reserved for it.
  const bytes = Buffer.from(`${JSON.stringify(entry).slice(0, -1)},"prev":"${prev}","crc":"${origin}"}\n`)
  const end = bytes.length - 1 - ownLength
  const crc = hex(crc32(bytes.subarray(0, end)))
  bytes.write(crc, end + ownLength - crc.length - 2, "latin1")
  return { bytes, crc }
}

/**
 * The CRC of the line in `bytes[start, end)` (without its newline), or undefined if it is damaged or does not
 * follow the line whose CRC is `prev`. Works on bytes: decoding first would cost a second pass.
 */
export function checkLine(bytes: Buffer, start: number, end: number, prev: string): string | undefined {
  if (end - start < suffixLength) return undefined
  const crc = hex(crc32(bytes.subarray(start, end - ownLength)))
  const suffix = bytes.toString("latin1", end - suffixLength, end)
  return suffix === `,"prev":"${prev}","crc":"${crc}"}` ? crc : undefined
}

/** What is wrong with a line that `checkLine` refuses. */
export function describeBadLine(bytes: Buffer, start: number, end: number): string {
  const isWhole = checkLine(bytes, start, end, prevOf(bytes, end)) !== undefined
  return isWhole
    ? "this line does not follow the previous line: a line is missing or was moved"
    : "this line is damaged"
}

/** The CRC of the previous line as stated in a line. A reader that begins in the middle starts from it. */
export function prevOf(bytes: Buffer, end: number): string {
  return bytes.toString("latin1", end - ownLength - 9, end - ownLength - 1)
}

export const isHeader = (entry: JournalEntry): entry is SegmentHeader => "format" in entry
export const isClosing = (entry: JournalEntry): entry is ClosingLine => "closed" in entry

/** The number of the last event of a commit. */
export function lastSeq(commit: Commit): number {
  return commit.commands.reduce((seq, command: LoggedCommand) => seq + command.events.length, commit.seq - 1)
}

// --- internal ---

/** `,"crc":"xxxxxxxx"}` */
const ownLength = 18
/** `,"prev":"xxxxxxxx"` and the own one. */
const suffixLength = 36

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0")
}
