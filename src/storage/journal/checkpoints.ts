import type { Snapshot } from "../../domain/board/snapshot.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { machineFiles, type Files } from "../../machine/files.ts"
import type { HeapCheck } from "../../machine/heap.ts"
import { machineRuntime, type Runtime } from "../../machine/runtime.ts"
import { createCheckpointStore } from "../checkpoint/checkpoint.ts"
import { NotACheckpoint } from "../checkpoint/reader.ts"
import type { Rest } from "../log.ts"
import type { JournalWriter } from "./writer.ts"

export interface JournalCheckpointOptions {
  /** The data directory; it exists and is ours. */
  readonly directory: string
  warn(message: string): void
  /** Default: that of the machine. */
  readonly runtime?: Runtime
  /** Default: those of the machine. */
  readonly files?: Files
  /** A checkpoint is due after this many bytes of journal, or after the size of the last checkpoint if that is larger. */
  readonly checkpointAfter?: number
}

/** The checkpoints of a journal: one is kept, and after some time it is replaced by the next one. */
export function createJournalCheckpoints(options: JournalCheckpointOptions, checkHeap: HeapCheck) {
  const { directory, warn, runtime = machineRuntime, files = machineFiles } = options
  const { checkpointAfter = 16 * 1024 * 1024 } = options
  const store = createCheckpointStore(directory, { checkHeap, runtime, files })
  /**
   * The size of the journal when the last checkpoint was taken, and the size below which no other checkpoint is tried,
   * in bytes.
   */
  let kept = 0
  let due = 0
  let isWriting = false

  return {
    /** The existing checkpoint; undefined if there is none or if it is damaged, which gives a warning. */
    read: () =>
      store.read().catch((error: unknown) => {
        if (!(error instanceof NotACheckpoint)) throw asRefusal(error, store.path)
        warn(`${store.path} cannot be used (${error.message}); the board is rebuilt from the journal.`)
        return undefined
      }),

    /** The checkpoint that was read covers this many bytes of the journal. */
    begin(bytes: number) {
      kept = bytes
    },

    /** @param written bytes of the whole journal */
    isDue: (written: number) =>
      !isWriting && written > due && written - kept > Math.max(checkpointAfter, store.size()),

    async write(snapshot: Snapshot, journal: JournalWriter, rest?: Rest) {
      const now = journal.written()
      const { mark, closed } = journal.durable()
      if (snapshot.counters.seq !== mark.seq)
        throw new Error(`This is the board at event ${snapshot.counters.seq}, not at event ${mark.seq}`)
      if (now === kept && store.size() > 0) return
      // Set before the attempt, so that a failed checkpoint is not retried at every commit.
      due = now + checkpointAfter
      isWriting = true
      try {
        await store.write({ position: { mark, closed }, snapshot }, rest)
      } catch (error) {
        throw asRefusal(error, store.path)
      } finally {
        isWriting = false
      }
      kept = now
    },
  }
}
