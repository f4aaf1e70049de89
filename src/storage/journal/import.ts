import { open, readdir, rename, rm, type FileHandle } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fail } from "../../errors.ts"
import { asRefusal, noneIfMissing } from "../../machine/file-errors.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import { attachmentsPlace, homeDriver } from "../attachments/home-driver.ts"
import { readKey } from "../key.ts"
import type { Holder } from "../lock/holder.ts"
import { acquireLock } from "../lock/lock.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { BoardTarget } from "../whole-board.ts"
import { readAll } from "./export.ts"
import { encodeLine, journalFormat, journalVersion, lastSeq, origin } from "./line.ts"
import { segmentPath } from "./segments.ts"

export interface JournalTargetOptions {
  /** A home that does not exist yet, or is empty. */
  readonly home: string
  /** Who holds its lock meanwhile. */
  readonly holder: Holder
  readonly readCommands: ReadCommands
  /** The text of `config.json`, for the settings of the board. */
  readonly configText: string
  readonly segmentSize?: number
}

/**
 * A home that is built next to its final location and moved there as a whole. Rejects with `board_exists` if
 * something is already there, and with `home_locked` while another move is building it.
 */
export async function openJournalTarget(options: JournalTargetOptions): Promise<BoardTarget> {
  const { home, holder, readCommands, configText, segmentSize } = options
  await checkFree(home)
  const made = `${home}.moving`
  const data = join(made, "data")
  const journal = join(data, "journal")
  const mark = join(made, "move.txt")
  const files = attachmentsPlace(data)
  const parents = await makeDirectory(data)
  const lock = await acquireLock({ directory: data, holder })

  async function discard(): Promise<void> {
    // The key is created last and removed first, so a key means that the journal is complete.
    await rm(join(data, "key"), { force: true })
    for (const each of [journal, files.path]) await rm(each, { recursive: true, force: true })
  }

  /** A home with this name that was not created by a move is left alone. */
  async function claim(): Promise<void> {
    const names = await readdir(data)
    const isOurs = (await readdir(made)).includes(basename(mark))
    if (!isOurs && names.some((name) => name !== "lock"))
      fail("board_exists", { detail: `${made} is not empty.`, facts: { path: made } })
    await writeSynced(
      mark,
      Buffer.from(`A board is being moved to ${home}. If the move was interrupted, repeat it.\n`),
    )
  }

  return {
    place: home,
    isWaiting: async (key) => (await readKey(data))?.equals(key) ?? false,
    async write({ key, commits }) {
      try {
        await claim()
        await discard()
        await makeDirectory(journal)
        await writeSegments(journal, commits, segmentSize)
        await writeSynced(join(made, "config.json"), Buffer.from(configText))
        await writeSynced(join(data, "key"), key)
        for (const directory of [journal, data, made, ...parents.map((path) => dirname(path))])
          await syncDirectory(directory)
      } catch (error) {
        throw asRefusal(error, made)
      }
    },
    commits: (tell) => readAll(journal, readCommands, tell),
    files: () => Promise.resolve({ driver: homeDriver(files), spool: files }),
    discard,
    async finish() {
      // The lock depends on the directory's path, so the final location has another lock.
      await lock.close()
      await rm(join(data, "lock"), { recursive: true, force: true })
      await checkFree(home)
      await rm(mark, { force: true })
      await rename(made, home)
      await syncDirectory(dirname(home))
    },
    close: () => lock.close(),
  }
}

/**
 * Refuses a location that is not empty with `board_exists`.
 * @param part what is being placed there, if it is not a move
 */
export async function checkFree(home: string, part?: "restore"): Promise<void> {
  const names = (await readdir(home).catch(noneIfMissing(home))) ?? []
  if (names.length > 0)
    fail("board_exists", { detail: `${home} is not empty.`, facts: { path: home, ...(part && { part }) } })
}

/** Writes a journal as a server would have written it, but with only one sync for each segment. */
export async function writeSegments(
  journal: string,
  commits: AsyncIterable<Commit>,
  segmentSize = 32 * 1024 * 1024,
): Promise<void> {
  let writer = await beginSegment(journal, 1, origin)
  let seq = 0
  try {
    for await (const commit of commits) {
      if (writer.size >= segmentSize) {
        const crc = await writer.add({ seq: seq + 1, closed: true })
        await writer.end()
        writer = await beginSegment(journal, seq + 1, crc)
      }
      await writer.add({ seq: commit.seq, commands: commit.commands })
      seq = lastSeq(commit)
    }
  } finally {
    await writer.end()
  }
}

// --- internal ---

interface SegmentWriter {
  readonly size: number
  /** Resolves to the CRC of the line. */
  add(entry: Parameters<typeof encodeLine>[0]): Promise<string>
  end(): Promise<void>
}

async function beginSegment(journal: string, first: number, prev: string): Promise<SegmentWriter> {
  const handle = await open(segmentPath(journal, first), "wx", 0o600)
  let crc = prev
  let size = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0

  async function flush(): Promise<void> {
    await handle.writeFile(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }

  const writer: SegmentWriter = {
    get size() {
      return size
    },
    async add(entry) {
      const line = encodeLine(entry, crc)
      crc = line.crc
      size += line.bytes.length
      waitingBytes += line.bytes.length
      waiting.push(line.bytes)
      if (waitingBytes > 1024 * 1024) await flush()
      return crc
    },
    end: () => endFile(handle, flush),
  }
  await writer.add({ format: journalFormat, version: journalVersion, seq: first })
  return writer
}

async function endFile(handle: FileHandle, flush: () => Promise<void>): Promise<void> {
  try {
    await flush()
    await handle.sync()
  } finally {
    await handle.close()
  }
}
