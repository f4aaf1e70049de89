import { basename } from "node:path"
import { Readable } from "node:stream"
import { fail } from "../../errors.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { machineFiles, type FilePlace } from "../../machine/files.ts"
import type { ReadCommands } from "../log.ts"
import { lastSeq } from "./line.ts"
import { beginning, readJournal, type JournalEnd } from "./recovery.ts"
import { listSegments, segmentPath } from "./segments.ts"

/** The part of a journal that is durable at one moment. It stays unchanged while a server appends. */
export interface DurablePart {
  readonly segments: readonly DurableSegment[]
  readonly commits: number
  /** The last event. */
  readonly seq: number
  /** The time of that last event, in ms since 1970; 0 when there is none. */
  readonly lastAt: number
  /** The id of the board; undefined where it has none yet. */
  readonly board: string | undefined
}

export type DurableSegment = ReturnType<typeof fileOf>

/**
 * Reads a journal from its beginning and verifies every line, even while a server appends to it. It syncs what it has
 * read, so that none of it can be lost, and leaves out a line that is still being written. So it contains each change
 * that was acknowledged before it began, and no change that could still be lost.
 */
export async function readDurablePart(path: string, readCommands: ReadCommands): Promise<DurablePart> {
  const journal = { path, files: machineFiles }
  const segments = await listSegments(journal).catch((error: unknown) => {
    throw asRefusal(error, path)
  })
  if (!segments?.length) fail("board_missing", { detail: `There is no board in ${path}.` })
  try {
    const found = { commits: 0, seq: 0, lastAt: 0, board: undefined as string | undefined }
    const reading = readJournal(journal, segments, beginning, readCommands)
    let step = await reading.next()
    for (; !step.done; step = await reading.next()) {
      for (const commit of step.value) {
        found.commits += 1
        found.seq = lastSeq(commit)
        for (const { at, board } of commit.commands) {
          found.lastAt = at
          found.board = board ?? found.board
        }
      }
    }
    return { ...found, segments: await partsOf(journal, step.value) }
  } catch (error) {
    // A running server may have begun a segment since the listing.
    const later = (await listSegments(journal)) ?? []
    if (later.length > segments.length) return readDurablePart(path, readCommands)
    throw asRefusal(error, path)
  }
}

// --- internal ---

async function partsOf({ path, files }: FilePlace, end: JournalEnd): Promise<DurableSegment[]> {
  const { ends, mark, waiting } = end
  const parts = ends.map(({ segment, offset }) => fileOf({ path: segmentPath(path, segment), files }, offset))
  const last = { path: segmentPath(path, mark.segment), files }
  if (waiting) {
    // The segment contains only a header, and may get its final name at any moment.
    const header = await collect(bytesOf(waiting, mark.offset))
    return [...parts, { ...fileOf(last, mark.offset), read: () => Readable.from([header]) }]
  }
  const handle = await files.open(last.path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return [...parts, fileOf(last, mark.offset)]
}

function fileOf(place: FilePlace, size: number) {
  /** `0000000000000001.jsonl` */
  return { name: basename(place.path), size, read: (): AsyncIterable<Uint8Array> => bytesOf(place, size) }
}

/** The first bytes of a file. The file may be longer, and its end may change meanwhile. */
async function* bytesOf({ path, files }: FilePlace, size: number): AsyncGenerator<Buffer> {
  const handle = await files.open(path, "r")
  try {
    for (let at = 0; at < size;) {
      const length = Math.min(chunk, size - at)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

const chunk = 256 * 1024

async function collect(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const each of bytes) all.push(each)
  return Buffer.concat(all)
}
