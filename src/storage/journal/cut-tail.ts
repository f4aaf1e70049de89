import { dirname } from "node:path"
import { syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import { errno, isFull } from "../../machine/file-errors.ts"
import type { FilePlace, OpenFile } from "../../machine/files.ts"
import type { JournalEnd } from "./recovery.ts"
import { enterSegment, lineBefore, segmentPath, sizeOf, type Segment } from "./segments.ts"

/**
 * Prepares the journal for the next commit. Copies the torn tail to a separate file and cuts it off. The data that
 * was read may be only in the page cache, if the previous process was killed or one of its syncs failed. So the
 * names are synced, and the last good line is written again and synced, as is the closing line before a new
 * segment.
 */
export async function prepareToAppend(
  journal: FilePlace,
  end: JournalEnd,
  warn: (message: string) => void,
): Promise<Segment> {
  await syncDirectory(dirname(journal.path), journal.files)
  await syncDirectory(journal.path, journal.files)
  const closing = end.ends.at(-1)
  if (closing)
    await endAfter({ ...journal, path: segmentPath(journal.path, closing.segment) }, closing.offset).catch(
      (error: unknown) => {
        // If closed segments are write-protected, they are already on the disk.
        if (!["EACCES", "EPERM", "EROFS"].includes(errno(error))) throw error
      },
    )
  const segment = end.waiting ? await enterSegment(journal, end.waiting.first) : end.segments.at(-1)
  if (segment === undefined) throw new Error("A journal has a segment")
  const { mark, torn } = end
  const kept = torn.length > 0 ? await keepAside(segment, torn) : undefined
  await endAfter(segment, mark.offset)
  if (torn.length > 0) {
    const where = kept ? `kept in ${kept}` : "the disk is full, so these bytes are not kept"
    warn(
      `${segment.path}: the last line was cut short by a crash and never acknowledged; ` +
        `${torn.length} bytes were cut off, starting at byte ${mark.offset} (${where}).`,
    )
  }
  return segment
}

// --- internal ---

/**
 * Cuts off everything after a line, and writes the line again, durably. After a failed sync the page cache may hold
 * bytes that never reached the disk, and the system writes a page again only when the page was changed.
 */
async function endAfter(place: FilePlace, end: number): Promise<void> {
  const line = await lineBefore(place, end)
  const handle = await place.files.open(place.path, "r+")
  try {
    if ((await handle.stat()).size > end) await handle.truncate(end)
    await writeAll(handle, line, end - line.length).catch((error: unknown) => {
      // Some file systems need free space even to write the same bytes again. The server can still start and
      // serve reads.
      if (!isFull(error)) throw error
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: OpenFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}

/** Copies the torn bytes to a file next to their segment. Returns the file's path; undefined if the disk is full. */
async function keepAside(segment: Segment, torn: Buffer): Promise<string | undefined> {
  try {
    for (let n = 1; ; n += 1) {
      const path = `${segment.path}.torn-${n}`
      if ((await sizeOf({ ...segment, path })) !== undefined) continue
      await writeSynced(path, torn, segment.files)
      await syncDirectory(dirname(path), segment.files)
      return path
    }
  } catch (error) {
    // The bytes were never acknowledged, so a full disk need not stop the server from starting.
    if (isFull(error)) return undefined
    throw error
  }
}
