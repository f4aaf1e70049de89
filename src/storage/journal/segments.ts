import { dirname, join } from "node:path"
import { noneIfMissing, succeeds } from "../../machine/file-errors.ts"
import { putInPlace, syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import type { FilePlace } from "../../machine/files.ts"
import { damaged } from "../damage.ts"
import type { Mark } from "../mark.ts"
import { encodeLine, journalFormat, origin, journalVersion } from "./line.ts"

/** A file of the journal, named by its first seq: `0000000000000001.jsonl`. */
export interface Segment extends FilePlace {
  readonly first: number
}

export function segmentPath(journal: string, first: number): string {
  return join(journal, `${String(first).padStart(16, "0")}.jsonl`)
}

/** The segments in order; undefined if there is no journal directory. Other files in it are left alone. */
export async function listSegments({ path, files }: FilePlace): Promise<Segment[] | undefined> {
  const names = await files.readdir(path).catch(noneIfMissing())
  return names
    ?.filter((name) => /^\d{16}\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ first: Number(name.slice(0, 16)), path: join(path, name), files }))
}

/** The segments of the journal. A new segment is created only if there is no trace of an old one. */
export async function findSegments(directory: string, journal: FilePlace): Promise<Segment[]> {
  const found = await listSegments(journal)
  if (found?.length) return found
  if (found !== undefined || (await exists({ ...journal, path: join(directory, "board.json") })))
    missingSegment(journal.path, 1)
  await createJournal(journal)
  return (await listSegments(journal)) ?? []
}

/**
 * Writes the next segment, whole and synced, under a temporary name. After that the closing line of the old segment
 * is written, and then `enterSegment` gives the new segment its name. So a crash at any point leaves a whole
 * journal. A closing line without a next segment, under either name, proves that a segment is missing.
 */
export async function prepareSegment({ path, files }: FilePlace, first: number, prev: string): Promise<Mark> {
  const { bytes, crc } = encodeHeader(first, prev)
  await writeSynced(waiting(segmentPath(path, first)), bytes, files)
  await syncDirectory(path, files)
  return { segment: first, offset: bytes.length, line: 1, crc, seq: first - 1 }
}

export async function enterSegment(journal: FilePlace, first: number): Promise<Segment> {
  const path = segmentPath(journal.path, first)
  await putInPlace(waiting(path), path, journal.files)
  return { ...journal, first, path }
}

/** The segment with this number that was prepared but not entered; undefined if there is none. */
export async function waitingSegment(journal: FilePlace, first: number): Promise<Segment | undefined> {
  const segment = { ...journal, first, path: waiting(segmentPath(journal.path, first)) }
  return (await exists(segment)) ? segment : undefined
}

/**
 * The bytes of the line that ends at `end`, including its newline. Reads backwards from there instead of reading
 * the whole file.
 */
export async function lineBefore({ path, files }: FilePlace, end: number): Promise<Buffer> {
  const handle = await files.open(path, "r")
  try {
    for (let size = 64 * 1024; ; size *= 4) {
      const start = Math.max(0, end - size)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
      const bytes = buffer.subarray(0, bytesRead)
      const newline = bytes.length < 2 ? -1 : bytes.lastIndexOf(0x0a, bytes.length - 2)
      if (newline >= 0 || start === 0) return bytes.subarray(newline + 1)
    }
  } finally {
    await handle.close()
  }
}

/** undefined if there is no such file. */
export async function sizeOf({ path, files }: FilePlace): Promise<number | undefined> {
  return (await files.stat(path).catch(noneIfMissing()))?.size
}

export function missingSegment(journal: string, first: number): never {
  damaged({ file: segmentPath(journal, first), line: 0, offset: 0 }, "this segment of the journal is missing")
}

// --- internal ---

const waiting = (path: string): string => `${path}.new`

/**
 * Creates a journal together with its first segment, in one step. So a journal directory without segments has lost
 * them and is never taken for a new one.
 */
async function createJournal({ path, files }: FilePlace): Promise<void> {
  const made = `${path}.new`
  await files.rm(made, { recursive: true, force: true })
  await files.mkdir(made, { mode: 0o700 })
  await writeSynced(segmentPath(made, 1), encodeHeader(1, origin).bytes, files)
  await syncDirectory(made, files)
  await files.rename(made, path)
  await syncDirectory(dirname(path), files)
}

const encodeHeader = (seq: number, prev: string) =>
  encodeLine({ format: journalFormat, version: journalVersion, seq }, prev)

async function exists({ path, files }: FilePlace): Promise<boolean> {
  return succeeds(files.stat(path))
}
