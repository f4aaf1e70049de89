import { join } from "node:path"
import { asRefusal } from "../../machine/file-errors.ts"
import { machineFiles } from "../../machine/files.ts"
import { machineRuntime } from "../../machine/runtime.ts"
import { createBoardCheck } from "../../machine/heap.ts"
import type { CheckpointPosition } from "../checkpoint/format.ts"
import type { CommandReader } from "../command-reader.ts"
import type { Commit, Log } from "../log.ts"
import type { Mark } from "../mark.ts"
import { createJournalCheckpoints, type JournalCheckpointOptions } from "./checkpoints.ts"
import { createCommitGate } from "./commit-gate.ts"
import { prepareToAppend } from "./cut-tail.ts"
import { findCommit, readCommits } from "./reader.ts"
import { beginning, checkPosition, readJournal, type JournalEnd } from "./recovery.ts"
import { findSegments } from "./segments.ts"
import { verifyHistory } from "./verify-history.ts"
import { openWriter, type JournalWriter } from "./writer.ts"

export interface JournalOptions extends JournalCheckpointOptions {
  readonly readCommands: CommandReader
  /** Bytes after which a segment is closed and the next begun. */
  readonly segmentSize?: number
}

/**
 * The log as files: `journal/*.jsonl`, the source of truth, and `board.json`, the checkpoint. Damage that a crash
 * cannot have caused is refused with `storage_damaged`: here, by `restore`, or while the commits are read. No byte
 * is changed until everything has been read.
 */
export async function openJournal(options: JournalOptions): Promise<Log> {
  const { directory, warn, readCommands, segmentSize = 32 * mebibyte } = options
  const { runtime = machineRuntime, files = machineFiles } = options
  const journal = { path: join(directory, "journal"), files }
  const refuse = (error: unknown): never => {
    throw asRefusal(error, journal.path)
  }
  const checkHeap = createBoardCheck(`of ${directory}`)
  const checkpoints = createJournalCheckpoints(options, checkHeap)
  const gate = createCommitGate()
  const segments = await findSegments(directory, journal).catch(refuse)
  let writer: JournalWriter | undefined
  /** Where `restore` began to read; undefined before. */
  let verifiedFrom: Mark | undefined

  function restored(): JournalWriter {
    if (writer) return writer
    throw gate.refusal ?? new Error("The log must be restored completely before it is used")
  }
  const durable = () => restored().durable()

  /** The commits from a position on. After the last commit the journal is open for writing. */
  async function* replay({ mark, closed }: CheckpointPosition): AsyncGenerator<Commit> {
    verifiedFrom = mark
    try {
      const end = yield* eachCommit(readJournal(journal, segments, mark, readCommands), checkHeap)
      const last = await prepareToAppend(journal, end, warn)
      const before = segments.filter((segment) => segment.first < last.first)
      writer = openWriter(journal, {
        mark: end.mark,
        closed: [...closed, ...end.ends],
        segments: [...before, last],
        segmentSize,
      })
      checkpoints.begin(writer.written() - end.bytes)
    } catch (error) {
      refuse(error)
    }
  }

  return {
    async restore() {
      const checkpoint = await checkpoints.read()
      if (checkpoint) await checkPosition(journal, segments, checkpoint.position).catch(refuse)
      const position = checkpoint?.position ?? { mark: beginning, closed: [] }
      return { snapshot: checkpoint?.snapshot, commits: replay(position) }
    },
    async commit(decide) {
      gate.check()
      const { append } = restored()
      const commit = decide([])
      if (commit) await gate.pass(() => append(commit))
    },
    // The lock on the directory keeps other writers out.
    watch: () => () => undefined,
    catchUp: () => Promise.resolve([]),
    read: (after) => refusing(readCommits(after, durable, readCommands), journal.path),
    find: (seq) => findCommit(seq, durable, readCommands).catch(refuse),
    async verifyHistory(signal) {
      if (verifiedFrom) await verifyHistory(segments, verifiedFrom, signal, runtime).catch(refuse)
    },
    async hasRoom() {
      const { bavail, bsize } = await files.statfs(journal.path)
      return bavail * bsize > mebibyte
    },
    wantsCheckpoint: () => checkpoints.isDue(restored().written()),
    checkpoint: async (snapshot, rest) => checkpoints.write(snapshot, restored(), rest),
    async close() {
      gate.close()
      const closing = writer
      writer = undefined
      await closing?.close()
    },
  }
}

// --- internal ---

const mebibyte = 1024 * 1024

/** The commits of a reading, and then its end. */
async function* eachCommit(
  reading: AsyncGenerator<Commit[], JournalEnd>,
  checkHeap: () => void,
): AsyncGenerator<Commit, JournalEnd> {
  let step = await reading.next()
  try {
    for (; !step.done; step = await reading.next()) {
      checkHeap()
      for (const commit of step.value) yield commit
    }
    checkHeap()
    return step.value
  } finally {
    // Lets go of the file where the reading ends early.
    if (!step.done) await reading.return(undefined as never)
  }
}

async function* refusing(commits: AsyncIterable<Commit>, journal: string): AsyncGenerator<Commit> {
  try {
    yield* commits
  } catch (error) {
    throw asRefusal(error, journal)
  }
}
