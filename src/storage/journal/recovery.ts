import type { FilePlace } from "../../machine/files.ts"
import type { CheckpointPosition } from "../checkpoint/format.ts"
import { damaged } from "../damage.ts"
import { checkLine, describeBadLine, origin, prevOf } from "./line.ts"
import type { CommandReader } from "../command-reader.ts"
import type { Commit } from "../log.ts"
import { readSegment, type SegmentEnd } from "./segment-reader.ts"
import type { Mark } from "../mark.ts"
import { lineBefore, missingSegment, segmentPath, sizeOf, waitingSegment, type Segment } from "./segments.ts"
import { judgeTail } from "./judge-tail.ts"

/** The end of a journal: its last segment, the mark after its last good line, and the torn bytes after this mark. */
export interface JournalEnd {
  readonly segments: readonly Segment[]
  /** The last marks of the closed segments that were read. */
  readonly ends: readonly Mark[]
  readonly mark: Mark
  readonly torn: Buffer
  /** Bytes read and verified. */
  readonly bytes: number
  /** The segment that contains the mark, if a crash left that segment prepared but not entered. */
  readonly waiting: Segment | undefined
}

export const beginning: Mark = { segment: 1, offset: 0, line: 0, crc: origin, seq: 0 }

/**
 * Reads the journal from a mark to its end and verifies every line. Changes nothing. Damage that a crash cannot
 * have caused is refused with `storage_damaged`, naming file, line and byte.
 */
export async function* readJournal(
  journal: FilePlace,
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
    if (segment.first > mark.segment) missingSegment(journal.path, mark.segment)
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
  if (waiting === undefined) missingSegment(journal.path, mark.segment)
  const end = yield* readSegment(waiting, mark, read)
  judge(waiting, end, false)
  return endAt(end, waiting)
}

/**
 * Refuses a journal that does not contain the data from which the checkpoint was made. Checks only sizes and last
 * lines.
 */
export async function checkPosition(
  journal: FilePlace,
  segments: readonly Segment[],
  { mark, closed }: CheckpointPosition,
): Promise<void> {
  const known = new Set([...closed.map((end) => end.segment), mark.segment])
  for (const segment of segments) {
    if (segment.first <= mark.segment && !known.has(segment.first)) foreign(segment)
  }
  for (const end of [...closed, mark]) {
    const path = segmentPath(journal.path, end.segment)
    const place = { ...journal, path }
    const size = await sizeOf(place)
    if (size === undefined) missingSegment(journal.path, end.segment)
    const at = { file: path, line: 0, offset: Math.min(size, end.offset) }
    if (size < end.offset)
      damaged(at, "the journal ends before its checkpoint: lines are missing from here on")
    if (end !== mark && size > end.offset) damaged(at, "something was added to a closed segment")
    const line = await lineBefore(place, end.offset)
    const last = line.length - 1
    if (line[last] !== 0x0a || checkLine(line, 0, last, prevOf(line, last)) !== end.crc) {
      damaged(
        { file: path, line: end.line, offset: end.offset - line.length },
        "this is not the line that the checkpoint names",
      )
    }
  }
}

// --- internal ---

/** Refuses the bytes after a segment's last good line unless a crash can have left them. */
function judge(segment: Segment, { mark, rest, closed }: SegmentEnd, last: boolean): void {
  // A segment gets its name only after its header was synced, so a crash never leaves a bad header.
  const final = last && !closed && mark.offset > 0
  if ((rest.length === 0 && mark.offset > 0) || (final && judgeTail(rest, mark.offset, mark.crc) === "torn"))
    return
  const newline = rest.indexOf(0x0a)
  damaged(spotAfter(segment, mark), newline < 0 ? "this line is damaged" : describeBadLine(rest, 0, newline))
}

function foreign({ path: file }: Segment): never {
  damaged({ file, line: 0, offset: 0 }, "this file is not a segment of this journal")
}

function spotAfter(segment: Segment, mark: Mark): { file: string; line: number; offset: number } {
  return { file: segment.path, line: mark.line + 1, offset: mark.offset }
}
