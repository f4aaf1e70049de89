import { open, stat } from "node:fs/promises"
import { basename } from "node:path"
import type { CheckpointPosition } from "../checkpoint/format.ts"
import { damaged } from "../damage.ts"
import { errno, isFull } from "../../machine/file-errors.ts"
import { syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import { checkLine, describeBadLine, origin, prevOf } from "./line.ts"
import type { CommandReader } from "../command-reader.ts"
import type { Commit } from "../log.ts"
import { readSegment, type SegmentEnd } from "./segment-reader.ts"
import type { Mark } from "../mark.ts"
import {
  enterSegment,
  lineBefore,
  missingSegment,
  segmentPath,
  waitingSegment,
  type Segment,
} from "./segments.ts"
import { judgeTail } from "./judge-tail.ts"

/** The end of a journal: its last segment, the mark after its last good line, and the torn bytes after that. */
export interface JournalEnd {
  readonly segments: readonly Segment[]
  /** The last marks of the segments that were read and are closed. */
  readonly ends: readonly Mark[]
  readonly mark: Mark
  readonly torn: Buffer
  /** Bytes read and verified. */
  readonly bytes: number
  /** The segment that holds the mark, where a crash left it prepared but not entered. */
  readonly waiting: Segment | undefined
}

export const beginning: Mark = { segment: 1, offset: 0, line: 0, crc: origin, seq: 0 }

/**
 * Reads the journal from a mark to its end, and verifies every line. It changes nothing. Damage that no crash can have
 * left is refused with `storage_damaged`, naming file, line and byte.
 */
export async function* readJournal(
  journal: string,
  segments: readonly Segment[],
  from: Mark,
  read: CommandReader,
): AsyncGenerator<Commit[], JournalEnd> {
  const unread = segments.filter((segment) => segment.first >= from.segment)
  const ends: Mark[] = []
  const endAt = ({ mark, rest }: SegmentEnd, waiting?: Segment): JournalEnd => {
    const bytes = ends.reduce((sum, end) => sum + end.offset, mark.offset) - from.offset
    return { segments, ends, mark, torn: rest, bytes, waiting }
  }
  let mark = from
  for (const [i, segment] of unread.entries()) {
    if (segment.first < mark.segment) foreign(segment)
    if (segment.first > mark.segment) missingSegment(journal, mark.segment)
    const end = yield* readSegment(segment, mark, read)
    const last = i === unread.length - 1
    judge(segment, end, last)
    if (last && !end.closed) return endAt(end)
    if (!last && !end.closed)
      damaged(spotAfter(segment, end.mark), "lines are missing at the end of this segment")
    ends.push(end.mark)
    mark = { segment: end.mark.seq + 1, offset: 0, line: 0, crc: end.mark.crc, seq: end.mark.seq }
  }
  const waiting = await waitingSegment(journal, mark.segment)
  if (waiting === undefined) missingSegment(journal, mark.segment)
  const end = yield* readSegment(waiting, mark, read)
  judge(waiting, end, false)
  return endAt(end, waiting)
}

/** Refuses a journal that does not hold what the checkpoint was made from: checks sizes and last lines only. */
export async function checkPosition(
  journal: string,
  segments: readonly Segment[],
  { mark, closed }: CheckpointPosition,
): Promise<void> {
  const known = new Set([...closed.map((end) => end.segment), mark.segment])
  for (const segment of segments) {
    if (segment.first <= mark.segment && !known.has(segment.first)) foreign(segment)
  }
  for (const end of [...closed, mark]) {
    const path = segmentPath(journal, end.segment)
    const size = await sizeOf(path)
    if (size === undefined) missingSegment(journal, end.segment)
    const at = { file: path, line: 0, offset: Math.min(size, end.offset) }
    if (size < end.offset)
      damaged(at, "the journal ends before its checkpoint does: lines are missing from here on")
    if (end !== mark && size > end.offset) damaged(at, "something was added to a closed segment")
    const line = await lineBefore(path, end.offset)
    const last = line.length - 1
    if (line[last] !== 0x0a || checkLine(line, 0, last, prevOf(line, last)) !== end.crc) {
      damaged(
        { file: path, line: end.line, offset: end.offset - line.length },
        "this is not the line that the checkpoint names",
      )
    }
  }
}

/**
 * Makes the journal ready for the next commit. It copies the torn tail to a file of its own and cuts it off. It also
 * writes the last good line again and syncs it. After a failed sync the page cache may hold bytes that the disk never
 * got, and the system writes a page again only when it was changed.
 */
export async function prepareToAppend(
  journal: string,
  end: JournalEnd,
  warn: (message: string) => void,
): Promise<Segment> {
  const segment = end.waiting ? await enterSegment(journal, end.waiting.first) : end.segments.at(-1)
  if (segment === undefined) throw new Error("A journal has a segment")
  const { mark, torn } = end
  const kept = torn.length > 0 ? await keepAside(segment, torn) : undefined
  const line = await lineBefore(segment.path, mark.offset)
  const handle = await open(segment.path, "r+")
  try {
    if (torn.length > 0) await handle.truncate(mark.offset)
    await handle.write(line, 0, line.length, mark.offset - line.length).catch((error: unknown) => {
      // Some file systems need room even to write the same bytes again. The server can still start and serve reads.
      if (!isFull(error)) throw error
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (torn.length > 0) {
    const where = kept ? `kept in ${kept}` : "the disk is full, so they are not kept"
    warn(
      `${segment.path}: the last line was cut short by a crash and never acknowledged; ` +
        `${torn.length} bytes from byte ${mark.offset} on are cut off (${where}).`,
    )
  }
  return segment
}

// --- internal ---

/** Refuses the bytes after the last good line of a segment, unless a crash can have left them. */
function judge(segment: Segment, { mark, rest, closed }: SegmentEnd, last: boolean): void {
  // A segment gets its name after its header was synced, so a crash never leaves a bad header.
  const final = last && !closed && mark.offset > 0
  if ((rest.length === 0 && mark.offset > 0) || (final && judgeTail(rest, mark.offset, mark.crc) === "torn"))
    return
  const newline = rest.indexOf(0x0a)
  damaged(spotAfter(segment, mark), newline < 0 ? "this line is damaged" : describeBadLine(rest, 0, newline))
}

async function keepAside(segment: Segment, torn: Buffer): Promise<string | undefined> {
  try {
    for (let n = 1; ; n += 1) {
      const path = `${segment.path}.torn-${n}`
      if ((await sizeOf(path)) !== undefined) continue
      await writeSynced(path, torn)
      await syncDirectory(segment.path.slice(0, -basename(segment.path).length))
      return path
    }
  } catch (error) {
    // The bytes were never acknowledged, so a full disk need not stop the server from starting.
    if (isFull(error)) return undefined
    throw error
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (stats) => stats.size,
    (error: unknown) => {
      if (errno(error) === "ENOENT") return undefined
      throw error
    },
  )
}

function foreign({ path: file }: Segment): never {
  damaged({ file, line: 0, offset: 0 }, "this file is not a segment of this journal")
}

function spotAfter(segment: Segment, mark: Mark): { file: string; line: number; offset: number } {
  return { file: segment.path, line: mark.line + 1, offset: mark.offset }
}
