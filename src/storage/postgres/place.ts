import type { Commit, ReadCommands } from "../log.ts"
import type { Row } from "./connection.ts"
import { beginning, diverged, readRows, type Position, type ReadCommit } from "./rows.ts"

/** How far this server has read the log of its board, and what it has read and not handed over yet. */
export interface ReadPlace {
  /** The last commit that was read. */
  readonly read: Position
  /** The last commit that the engine has. */
  readonly handed: Position
  /** Characters of commits since the last call of `countFrom`. */
  readonly grown: number
  /** Refuses with `storage_diverged` a log that ends before what was read, or ends otherwise. */
  compare(head: Position): void
  /** Verifies rows that follow what was read. They wait to be handed over. */
  take(rows: readonly Row[]): void
  /** The first commit that waits; undefined if none does. */
  first(): ReadCommit | undefined
  /** Our own commit, which follows what was handed over, is durable. */
  pass(end: Position, size: number): void
  /** All that waits, in order. */
  handOver(): Commit[]
  /** The engine has the board at this place, and nothing after it. */
  reset(position?: Position): void
  /** Begins to count characters anew. */
  countFrom(grown: number): void
}

export function createReadPlace(board: string, readCommands: ReadCommands): ReadPlace {
  let read = beginning
  let handed = beginning
  let waiting: ReadCommit[] = []
  let grown = 0

  return {
    get read() {
      return read
    },
    get handed() {
      return handed
    },
    get grown() {
      return grown
    },
    compare(head) {
      if (head.seq < read.seq || (head.seq === read.seq && head.crc !== read.crc)) diverged(board, read.seq)
    },
    take(rows) {
      const commits = readRows(rows, read, board, readCommands)
      for (const each of commits) {
        waiting.push(each)
        grown += each.size
      }
      read = commits.at(-1)?.end ?? read
    },
    first: () => waiting[0],
    pass(end, size) {
      if (waiting[0]?.end.seq === end.seq) waiting.shift()
      else {
        read = end
        grown += size
      }
      handed = end
    },
    handOver() {
      const commits = waiting.map(({ commit }) => commit)
      waiting = []
      handed = read
      return commits
    },
    reset(position = beginning) {
      read = handed = position
      waiting = []
      grown = 0
    },
    countFrom(before) {
      grown -= before
    },
  }
}
