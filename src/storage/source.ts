import { join } from "node:path"
import { asRefusal } from "../machine/file-errors.ts"
import { machineFiles, type Files } from "../machine/files.ts"
import { checkpointSeq, NotACheckpoint, readCheckpoint } from "./checkpoint/reader.ts"
import { findCommit, readCommits } from "./journal/reader.ts"
import { beginning } from "./journal/recovery.ts"
import { listSegments } from "./journal/segments.ts"
import type { ReadCommands } from "./log.ts"
import type { LogReader, LogSource } from "./storage.ts"

export async function openSource(
  source: LogSource,
  readCommands: ReadCommands,
  files = machineFiles,
): Promise<LogReader> {
  if (source.kind === "journal") return readJournalOf(source.directory, readCommands, files)
  const { readDatabase } = await import("./postgres/parts.ts")
  return readDatabase(source, readCommands)
}

// --- internal ---

function readJournalOf(directory: string, readCommands: ReadCommands, files: Files): LogReader {
  const journal = { path: join(directory, "journal"), files }
  const checkpoint = { path: join(directory, "board.json"), files }

  /** The durable part of the log up to `last`. */
  async function durableTo(last: number) {
    const segments = (await listSegments(journal)) ?? []
    const durable = { segments, mark: { ...beginning, segment: 0, seq: last } }
    return () => durable
  }

  async function refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw asRefusal(error, directory)
    }
  }

  return {
    async *read(after, last) {
      try {
        for await (const commit of readCommits(after, await durableTo(last), readCommands)) {
          if (commit.seq > last) return
          yield commit
        }
      } catch (error) {
        throw asRefusal(error, journal.path)
      }
    },
    find: (seq) => refusing(async () => findCommit(seq, await durableTo(seq), readCommands)),
    snapshot: (after, most) =>
      refusing(async () => {
        const seq = await checkpointSeq(checkpoint)
        if (seq === undefined || seq <= after || seq > most) return undefined
        const found = await readCheckpoint(checkpoint).catch((error: unknown) => {
          if (error instanceof NotACheckpoint) return undefined
          throw error
        })
        const snapshot = found?.checkpoint.snapshot
        // A newer snapshot may have replaced this snapshot in the meantime.
        return snapshot && snapshot.counters.seq <= most ? snapshot : undefined
      }),
    close: () => Promise.resolve(),
  }
}
