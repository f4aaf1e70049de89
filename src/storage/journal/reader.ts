import type { OpenFile } from "../../machine/files.ts"
import { damaged } from "../damage.ts"
import { lastSeq } from "./line.ts"
import type { CommandReader } from "../command-reader.ts"
import type { Commit } from "../log.ts"
import { readSegment } from "./segment-reader.ts"
import type { Mark } from "../mark.ts"
import type { Segment } from "./segments.ts"

/** The mark up to which the journal can be read: nothing after it is durable. */
export interface Durable {
  readonly segments: readonly Segment[]
  readonly mark: Mark
}

/**
 * All durable commits with an event after `after`, in order, while others are being appended; ends when the reader
 * has caught up. Finds its segment by name and the position in it by bisection, so a reader that is a minute behind
 * costs the same however long the journal is. `chunk`: bytes that are read at a time; a range of this size is not
 * bisected further.
 */
export async function* readCommits(
  after: number,
  durable: () => Durable,
  read: CommandReader,
  chunk = 128 * 1024,
): AsyncGenerator<Commit> {
  let next = after + 1
  while (next <= durable().mark.seq) {
    const { segments, mark } = durable()
    const segment = segments.findLast((segment) => segment.first <= Math.max(next, 1))
    if (segment === undefined) return
    const before = next
    const end = segment.first === mark.segment ? mark.offset : undefined
    const from = await seek(segment, next, end, chunk)
    for await (const commits of readSegment(segment, from, read, {
      chunk,
      ...(end !== undefined && { end }),
    })) {
      for (const commit of commits) {
        if (lastSeq(commit) < next) continue
        yield commit
        next = lastSeq(commit) + 1
      }
    }
    if (next === before) {
      damaged(
        { file: segment.path, line: 0, offset: from.offset },
        `event ${next} should be here or below, but is not`,
      )
    }
  }
}

/** The durable commit with the event `seq`. Reads only the surrounding bytes, and closes the file. */
export async function findCommit(
  seq: number,
  durable: () => Durable,
  read: CommandReader,
): Promise<Commit | undefined> {
  for await (const commit of readCommits(seq - 1, durable, read, 16 * 1024))
    return commit.seq <= seq ? commit : undefined
  return undefined
}

// --- internal ---

/** A mark before the commit that contains `seq`, at most about `near` bytes before it. */
async function seek(segment: Segment, seq: number, end: number | undefined, near: number): Promise<Mark> {
  const handle = await segment.files.open(segment.path, "r")
  try {
    let low = 0
    let high = end ?? (await handle.stat()).size
    while (high - low > near) {
      const middle = Math.floor((low + high) / 2)
      const line = await nextLine(handle, middle, high)
      if (line === undefined || line.seq > seq) high = middle
      else low = line.offset
    }
    return { segment: segment.first, offset: low, line: -1, crc: "", seq: -1 }
  } finally {
    await handle.close()
  }
}

/** The first line that begins after `offset` and before `end`. */
async function nextLine(
  handle: OpenFile,
  offset: number,
  end: number,
): Promise<{ offset: number; seq: number } | undefined> {
  for (let size = 16 * 1024; ; size *= 4) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, offset)
    const bytes = buffer.subarray(0, bytesRead)
    const newline = bytes.indexOf(0x0a)
    const found =
      newline < 0 ? null : /^\{"seq":(\d+),/.exec(bytes.toString("latin1", newline + 1, newline + 40))
    if (found)
      return offset + newline + 1 < end ? { offset: offset + newline + 1, seq: Number(found[1]) } : undefined
    if (offset + size >= end) return undefined
  }
}
