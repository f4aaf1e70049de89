import { dirname } from "node:path"
import { syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import { isFull } from "../../machine/file-errors.ts"
import type { FilePlace } from "../../machine/files.ts"
import type { JournalEnd } from "./recovery.ts"
import { enterSegment, lineBefore, sizeOf, type Segment } from "./segments.ts"

/**
 * Makes the journal ready for the next commit. It copies the torn tail to a file of its own and cuts it off. It also
 * writes the last good line again and syncs it. After a failed sync the page cache may hold bytes that the disk never
 * got, and the system writes a page again only when it was changed.
 */
export async function prepareToAppend(
  journal: FilePlace,
  end: JournalEnd,
  warn: (message: string) => void,
): Promise<Segment> {
  const segment = end.waiting ? await enterSegment(journal, end.waiting.first) : end.segments.at(-1)
  if (segment === undefined) throw new Error("A journal has a segment")
  const { mark, torn } = end
  const kept = torn.length > 0 ? await keepAside(segment, torn) : undefined
  const line = await lineBefore(segment, mark.offset)
  const handle = await segment.files.open(segment.path, "r+")
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

/** Copies the torn bytes to a file beside their segment. Gives its path; undefined where the disk is full. */
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
