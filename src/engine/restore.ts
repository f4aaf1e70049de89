import { setImmediate as nextTurn } from "node:timers/promises"
import { createBoard, type Board } from "../domain/board/board.ts"
import { loadBoardInParts, type Snapshot } from "../domain/board/snapshot.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import type { Commit, Log } from "../storage/log.ts"

/** The board that the log holds: the checkpoint, if there is one, and every commit after it. */
export async function restoreBoard(log: Log): Promise<Board> {
  const { snapshot, commits } = await log.restore()
  const board = snapshot ? await loadInSlices(snapshot) : createBoard()
  for await (const commit of commits) absorb(board, commit)
  return board
}

export function absorb(board: Board, commit: Commit): void {
  for (const command of commit.commands) evolveCommand(board, command)
}

// --- internal ---

/** Who asks meanwhile hears that the server starts, and a signal ends it. */
const sliceMs = 20

async function loadInSlices(snapshot: Snapshot): Promise<Board> {
  const parts = loadBoardInParts(snapshot)
  let end = performance.now() + sliceMs
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + sliceMs
  }
}
