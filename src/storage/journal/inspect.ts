import { join } from "node:path"
import { UpnextError, type ErrorCode, type Facts } from "../../errors.ts"
import { readCheckpoint, NotACheckpoint } from "../checkpoint/reader.ts"
import { beginning, checkPosition, readJournal } from "./recovery.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { createBoardCheck } from "../../machine/heap.ts"
import { machineFiles, type FilePlace } from "../../machine/files.ts"
import type { ReadCommands } from "../log.ts"
import { listSegments } from "./segments.ts"

/** A refusal; if something is damaged, its facts contain `file`, `line` and `offset`. */
export interface Trouble {
  readonly code: ErrorCode
  readonly detail: string
  readonly facts: Facts
}

export interface StorageReport {
  readonly journal: {
    /** `torn`: the last line is cut short. The next start cuts it off; a running server may still be writing it. */
    readonly state: "ok" | "torn" | "missing" | "damaged"
    readonly segments: number
    /** The commits before the first fault, and the last event in them. */
    readonly commits: number
    readonly seq: number
    /** The time of that last event, in ms since 1970; 0 when there is none. */
    readonly lastAt: number
    /** The id of the board; undefined where it has none yet. */
    readonly board: string | undefined
    readonly bytes: number
    /** Bytes after the last good line. */
    readonly torn: number
    readonly trouble?: Trouble
  }
  readonly checkpoint: {
    /** `damaged` does not lose data: the next start rebuilds the checkpoint from the journal. */
    readonly state: "ok" | "missing" | "damaged" | "refused"
    /** The last event in it. */
    readonly seq: number
    readonly bytes: number
    readonly trouble?: Trouble
  }
}

/** Verifies every line of a data directory and changes nothing; a server may be running on it. */
export async function inspectFiles(directory: string, read: ReadCommands): Promise<StorageReport> {
  // The checkpoint is read first: a checkpoint that a running server writes later would be ahead of the journal
  // as read here.
  const checkpoint = await verifyCheckpoint(directory)
  return {
    journal: await verifyJournal(placeOf(directory, "journal"), read, checkpoint.state !== "missing"),
    checkpoint,
  }
}

// --- internal ---

const placeOf = (directory: string, name: string): FilePlace => ({
  path: join(directory, name),
  files: machineFiles,
})

async function verifyCheckpoint(directory: string): Promise<StorageReport["checkpoint"]> {
  const place = placeOf(directory, "board.json")
  const { path } = place
  const journal = placeOf(directory, "journal")
  try {
    const found = await readCheckpoint(place, createBoardCheck(`of ${directory}`))
    if (found === undefined) return { state: "missing", seq: 0, bytes: 0 }
    const { position } = found.checkpoint
    const good = { seq: position.mark.seq, bytes: found.size }
    try {
      await checkPosition(journal, (await listSegments(journal)) ?? [], position)
      return { state: "ok", ...good }
    } catch (error) {
      return { state: "refused", ...good, trouble: toTrouble(error, path) }
    }
  } catch (error) {
    const bytes = await machineFiles.stat(path).then(
      (stats) => stats.size,
      () => 0,
    )
    if (!(error instanceof NotACheckpoint))
      return { state: "refused", seq: 0, bytes, trouble: toTrouble(error, path) }
    const trouble: Trouble = {
      code: "storage_damaged",
      detail: `${path} cannot be used: ${error.message}. Nothing is lost: the next start recreates the file.`,
      facts: { part: "checkpoint", file: path },
    }
    return { state: "damaged", seq: 0, bytes, trouble }
  }
}

async function verifyJournal(
  journal: FilePlace,
  read: ReadCommands,
  expected: boolean,
): Promise<StorageReport["journal"]> {
  let commits = 0
  let seq = 0
  let lastAt = 0
  let segments = 0
  let board: string | undefined
  try {
    const found = await listSegments(journal)
    if (found === undefined && !expected)
      return { state: "missing", segments, commits, seq, lastAt, board, bytes: 0, torn: 0 }
    segments = found?.length ?? 0
    const reading = readJournal(journal, found ?? [], beginning, read)
    let step = await reading.next()
    for (; !step.done; step = await reading.next()) {
      commits += step.value.length
      const last = step.value.at(-1)
      seq = last?.seq ?? seq
      lastAt = last?.commands.at(-1)?.at ?? lastAt
      for (const { commands } of step.value) for (const each of commands) board = each.board ?? board
    }
    const { torn, mark, bytes } = step.value
    return {
      state: torn.length > 0 ? "torn" : "ok",
      segments,
      commits,
      seq: mark.seq,
      lastAt,
      board,
      bytes,
      torn: torn.length,
    }
  } catch (error) {
    // A running server may have begun a segment since the listing.
    if (((await listSegments(journal))?.length ?? 0) > segments) return verifyJournal(journal, read, expected)
    const trouble = toTrouble(error, journal.path)
    return { state: "damaged", segments, commits, seq, lastAt, board, bytes: 0, torn: 0, trouble }
  }
}

function toTrouble(error: unknown, path: string): Trouble {
  const known = asRefusal(error, path)
  if (!(known instanceof UpnextError)) throw known
  return { code: known.code, detail: known.message, facts: known.facts }
}
