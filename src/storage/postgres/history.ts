import { setTimeout as pause } from "node:timers/promises"
import type { ReadCommands } from "../log.ts"
import { kindOf } from "./failures.ts"
import { pageAfter, pageMs } from "./head.ts"
import type { DatabaseLink } from "./link.ts"
import type { PostgresTimes } from "./options.ts"
import { beginning, commitColumns, damagedAt, readRow, readRows, type Position } from "./rows.ts"

/** What a refusal says where this fails. */
export const notRead = "The history could not be read."

export interface CommitHistoryOptions {
  readonly board: number
  readonly name: string
  readonly link: DatabaseLink
  readonly readCommands: ReadCommands
  readonly times: PostgresTimes
  /** The last event that the engine has. */
  readonly end: () => number
}

/** Reads commits that the engine has already, wherever they lie. */
export function createCommitHistory({ board, name, link, readCommands, times, end }: CommitHistoryOptions) {
  const query = async (text: string) => {
    const [rows] = await link.insist((connection) => connection.query(text, pageMs), times.connectMs)
    return rows ?? []
  }

  return {
    async *read(after: number) {
      let seq = after
      while (seq < end()) {
        const rows = await query(pageAfter(board, seq, end()))
        for (const row of rows) {
          const commit = readRow(row, name, readCommands)
          if (commit.seq > seq + 1 && seq > after) damagedAt(name, seq + 1, "it is missing")
          yield commit
          seq = Number(row[0])
        }
        if (rows.length === 0) damagedAt(name, seq + 1, "it is missing")
      }
    },
    async find(seq: number) {
      const [row] = await query(
        `select ${commitColumns} from upnext.commits where board = ${board} and last >= ${Math.trunc(seq)} order by last limit 1`,
      )
      if (row === undefined || Number(row[0]) > end()) return undefined
      const commit = readRow(row, name, readCommands)
      return commit.seq <= seq ? commit : undefined
    },
    /** Verifies every commit up to a position, one page at a time, with rests between the pages. */
    async verify(until: Position, signal: AbortSignal) {
      let place = beginning
      const isStopped = () => signal.aborted
      while (place.seq < until.seq && !isStopped()) {
        try {
          const rows = await query(pageAfter(board, place.seq, until.seq))
          if (rows.length === 0) damagedAt(name, place.seq + 1, "it is missing")
          for (let i = 0; i < rows.length; i += verifiedAtOnce) {
            const read = readRows(rows.slice(i, i + verifiedAtOnce), place, name, asStored)
            place = read.at(-1)?.end ?? place
            await pause(restMs, undefined, { signal, ref: false })
          }
        } catch (error) {
          if (isStopped()) return
          if (kindOf(error) !== "transient") throw error
          await pause(againMs, undefined, { signal, ref: false }).catch(() => undefined) // aborted
        }
      }
      if (!isStopped() && place.crc !== until.crc)
        damagedAt(name, place.seq, "it is not the commit on which the snapshot is based")
    },
  }
}

// --- internal ---

const verifiedAtOnce = 20
const restMs = 10
const againMs = 5_000

/**
 * The shape of the events was checked when the commit was written; the checksum shows that the commit has not
 * changed.
 */
const asStored: ReadCommands = (stored) => stored as ReturnType<ReadCommands>
