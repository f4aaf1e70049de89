import { stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { UpnextError } from "../../errors.ts"
import { createCheckpointStore } from "../checkpoint/checkpoint.ts"
import type { Checkpoint } from "../checkpoint/format.ts"
import { NotACheckpoint } from "../checkpoint/reader.ts"
import { findCommit, readCommits } from "./reader.ts"
import { openWriter, type JournalWriter } from "./writer.ts"
import type { CommandReader } from "../command-reader.ts"
import type { Commit, Log } from "../log.ts"
import { beginning, checkPosition, prepareToAppend, readJournal } from "./recovery.ts"
import { damaged } from "../damage.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { createHeapCheck } from "../../machine/heap.ts"
import type { Mark } from "../mark.ts"
import { createJournal, listSegments, segmentPath, type Segment } from "./segments.ts"
import { verifyLines } from "./verify-lines.ts"

export interface JournalOptions {
  /** The data directory; it exists and is ours. */
  readonly directory: string
  warn(message: string): void
  readonly readCommands: CommandReader
  /** Bytes after which a segment is closed and the next begun. */
  readonly segmentSize?: number
  /** A checkpoint is due after this many bytes of journal, or after the size of the last checkpoint if that is larger. */
  readonly checkpointAfter?: number
}

/**
 * The log as files: `journal/*.jsonl`, the truth, and `board.json`, the checkpoint. Damage that is not the trace
 * of a crash is refused with `storage_damaged` here, by `restore` or while its commits are read; no byte is
 * changed before all of them were.
 */
export async function openJournal(options: JournalOptions): Promise<Log> {
  const {
    directory,
    warn,
    readCommands,
    segmentSize = 32 * mebibyte,
    checkpointAfter = 16 * mebibyte,
  } = options
  const journal = join(directory, "journal")
  const checkHeap = createHeapCheck(
    (needed, allowed) =>
      `The board of ${directory} needs at least ${needed} of memory, and Node allows ${allowed}.`,
  )
  const checkpoints = createCheckpointStore(directory, checkHeap)
  const segments = await findSegments(directory, journal)

  let writer: JournalWriter | undefined
  /** Where `restore` began to read; undefined before. */
  let verifiedFrom: Mark | undefined
  let busy = false
  let checkpointing = false
  let failure: UpnextError | undefined
  /** Bytes of journal when the last checkpoint was taken, and those before which no other is tried. */
  let kept = 0
  let due = 0

  function restored(): JournalWriter {
    if (writer === undefined) throw failure ?? new Error("The log is restored to its end before it is used")
    return writer
  }

  async function checkAgainst({ position }: Checkpoint): Promise<void> {
    await checkPosition(journal, segments, position).catch((error: unknown) => {
      throw asRefusal(error, journal)
    })
  }

  async function* replay(checkpoint: Checkpoint | undefined): AsyncGenerator<Commit> {
    const { mark, closed } = checkpoint?.position ?? { mark: beginning, closed: [] }
    verifiedFrom = mark
    const reading = readJournal(journal, segments, mark, readCommands)
    let step = await reading.next()
    try {
      for (; !step.done; step = await reading.next()) {
        checkHeap()
        for (const commit of step.value) yield commit
      }
      checkHeap()
    } finally {
      // Lets go of the file where the reading ends early.
      if (!step.done) await reading.return(undefined as never)
    }
    const end = step.value
    const last = await prepareToAppend(journal, end, warn)
    const before = segments.filter((segment) => segment.first < last.first)
    writer = openWriter(journal, {
      mark: end.mark,
      closed: [...closed, ...end.ends],
      segments: [...before, last],
      segmentSize,
    })
    kept = writer.written() - end.bytes
  }

  return {
    async restore() {
      const checkpoint = await checkpoints.read().catch((error: unknown) => {
        if (!(error instanceof NotACheckpoint)) throw asRefusal(error, checkpoints.path)
        warn(`${checkpoints.path} cannot be used (${error.message}); the board is rebuilt from the journal.`)
        return undefined
      })
      if (checkpoint) await checkAgainst(checkpoint)
      return { snapshot: checkpoint?.snapshot, commits: refusing(replay(checkpoint), journal) }
    },

    async commit(decide) {
      if (failure) throw failure
      if (busy) throw new Error("One commit at a time")
      const { append } = restored()
      const commit = decide([])
      if (commit === undefined) return
      busy = true
      try {
        await append(commit)
      } catch (error) {
        if (error instanceof UpnextError && error.code === "storage_failed") failure = stopped(error)
        throw error
      } finally {
        busy = false
      }
    },

    // The lock on the directory keeps other writers out.
    watch: () => () => undefined,
    catchUp: () => Promise.resolve([]),

    read: (after) =>
      refusing(
        readCommits(after, () => restored().durable(), readCommands),
        journal,
      ),

    async find(seq) {
      try {
        return await findCommit(seq, () => restored().durable(), readCommands)
      } catch (error) {
        throw asRefusal(error, journal)
      }
    },

    async verifyHistory(signal) {
      if (verifiedFrom === undefined) return
      await verifyLines(segments, verifiedFrom, signal).catch((error: unknown) => {
        throw asRefusal(error, journal)
      })
    },

    async hasRoom() {
      const { bavail, bsize } = await statfs(journal)
      return bavail * bsize > mebibyte
    },

    wantsCheckpoint() {
      const written = restored().written()
      return !checkpointing && written > due && written - kept > Math.max(checkpointAfter, checkpoints.size())
    },

    async checkpoint(snapshot, rest) {
      const { written, durable } = restored()
      const now = written()
      const { mark, closed } = durable()
      if (snapshot.counters.seq !== mark.seq)
        throw new Error(`This is the board at ${snapshot.counters.seq}, not at ${mark.seq}`)
      if (now === kept && checkpoints.size() > 0) return
      // Set before the attempt, so that a failed checkpoint is not tried again at every commit.
      due = now + checkpointAfter
      checkpointing = true
      try {
        await checkpoints.write({ position: { mark, closed }, snapshot }, rest)
      } catch (error) {
        throw asRefusal(error, checkpoints.path)
      } finally {
        checkpointing = false
      }
      kept = now
    },

    async close() {
      failure ??= new UpnextError("unavailable", { detail: "The log is closed." })
      const closing = writer
      writer = undefined
      await closing?.close()
    },
  }
}

// --- internal ---

const mebibyte = 1024 * 1024

/** The segments of the journal. A new one is made only where there is no trace of an old one. */
async function findSegments(directory: string, journal: string): Promise<Segment[]> {
  try {
    const found = await listSegments(journal)
    if (found?.length) return found
    const used = found !== undefined || (await exists(join(directory, "board.json")))
    if (used)
      damaged({ file: segmentPath(journal, 1), line: 0, offset: 0 }, "this segment of the journal is missing")
    await createJournal(journal)
    return (await listSegments(journal)) ?? []
  } catch (error) {
    throw asRefusal(error, journal)
  }
}

async function* refusing(commits: AsyncIterable<Commit>, journal: string): AsyncGenerator<Commit> {
  try {
    yield* commits
  } catch (error) {
    throw asRefusal(error, journal)
  }
}

function stopped(cause: UpnextError): UpnextError {
  return new UpnextError("storage_failed", {
    detail: `Nothing is written since this happened: ${cause.message}`,
    cause,
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
