import { createHash } from "node:crypto"
import { createBoard } from "../domain/board/board.ts"
import { takeSnapshot } from "../domain/board/snapshot.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import type { Commit } from "../storage/log.ts"

/** What commits fold to: two boards with the same digest are equal, record by record. */
export interface BoardDigest {
  readonly sha256: string
  readonly commits: number
  /** The last event. */
  readonly seq: number
  readonly tasks: number
}

/** Folds commits as they pass. The board is kept until the digest is asked for, once. */
export function createFolding() {
  let board = createBoard()
  let count = 0
  return {
    async *pass(commits: AsyncIterable<Commit>) {
      for await (const commit of commits) {
        for (const command of commit.commands) evolveCommand(board, command)
        count += 1
        yield commit
      }
    },
    digest() {
      const { counters, tables } = takeSnapshot(board)
      const hash = createHash("sha256").update(JSON.stringify(counters))
      for (const [name, rows] of Object.entries(tables)) {
        hash.update(`\n${name}`)
        for (const row of rows as readonly unknown[]) hash.update(`\n${JSON.stringify(row)}`)
      }
      // A large board need not be in the memory twice.
      board = createBoard()
      return { sha256: hash.digest("hex"), commits: count, seq: counters.seq, tasks: tables.tasks.length }
    },
  }
}
