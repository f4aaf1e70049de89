import type { Commit, ReadCommands } from "../log.ts"
import type { Row } from "./connection.ts"
import { beginning, diverged, readRows, type Position, type ReadCommit } from "./rows.ts"

/** How far this server has read its board's log, and the commits that it has read but not handed over yet. */
export type ReadPlace = ReturnType<typeof createReadPlace>

export function createReadPlace(board: string, readCommands: ReadCommands) {
  let read = beginning
  let handed = beginning
  let waiting: ReadCommit[] = []
  let grown = 0

  return {
    /** The last commit that was read. */
    get read() {
      return read
    },
    /** The last commit that the engine has. */
    get handed() {
      return handed
    },
    /** Characters of commits since the last call of `countFrom`. */
    get grown() {
      return grown
    },
    /** Refuses with `storage_diverged` a log that ends before what was read, or whose end differs from it. */
    compare(head: Position): void {
      if (head.seq < read.seq || (head.seq === read.seq && head.crc !== read.crc)) diverged(board, read.seq)
    },
    /** Verifies rows that follow what was read. They are kept until they are handed over. */
    take(rows: readonly Row[]): void {
      const commits = readRows(rows, read, board, readCommands)
      for (const each of commits) {
        waiting.push(each)
        grown += each.size
      }
      read = commits.at(-1)?.end ?? read
    },
    /** The first commit that waits; undefined if none does. */
    first: (): ReadCommit | undefined => waiting[0],
    /** Our own commit, which follows what was handed over, is durable. */
    pass(end: Position, size: number): void {
      if (waiting[0]?.end.seq === end.seq) waiting.shift()
      else {
        read = end
        grown += size
      }
      handed = end
    },
    /** All that waits, in order. */
    handOver(): Commit[] {
      const commits = waiting.map(({ commit }) => commit)
      waiting = []
      handed = read
      return commits
    },
    /** The engine has the board at this position, and nothing after it. */
    reset(position = beginning): void {
      read = handed = position
      waiting = []
      grown = 0
    },
    /** Begins to count characters anew. */
    countFrom(before: number): void {
      grown -= before
    },
  }
}
