import { createBoard, type Board } from "../domain/board/board.ts"
import { loadBoard } from "../domain/board/snapshot.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import type { Commit, Log } from "../storage/log.ts"

/** The board that the log holds: the checkpoint, if there is one, and every commit after it. */
export async function restoreBoard(log: Log): Promise<Board> {
  const { snapshot, commits } = await log.restore()
  const board = snapshot ? loadBoard(snapshot) : createBoard()
  for await (const commit of commits) absorb(board, commit)
  return board
}

/** Folds a durable commit into the board. */
export function absorb(board: Board, commit: Commit): void {
  for (const command of commit.commands) evolveCommand(board, command)
}
