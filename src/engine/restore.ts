import { createBoard, type Board } from "../domain/board/board.ts"
import { loadBoardInParts, type Snapshot } from "../domain/board/snapshot.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import { sliceOf, type Runtime } from "../machine/runtime.ts"
import type { Commit, Log } from "../storage/log.ts"

/** The board in the log: the checkpoint, if there is one, and every commit after it. */
export async function restoreBoard(
  runtime: Pick<Runtime, "monotonic" | "turn">,
  log: Pick<Log, "restore">,
): Promise<Board> {
  const { snapshot, commits } = await log.restore()
  const board = snapshot ? await loadInSlices(runtime, snapshot) : createBoard()
  for await (const commit of commits) absorb(board, commit)
  return board
}

export function absorb(board: Board, commit: Commit): void {
  for (const command of commit.commands) evolveCommand(board, command)
}

// --- internal ---

/** Meanwhile callers are told that the server is starting, and a signal ends startup. */
const sliceMs = 20

async function loadInSlices(
  runtime: Pick<Runtime, "monotonic" | "turn">,
  snapshot: Snapshot,
): Promise<Board> {
  const parts = loadBoardInParts(snapshot)
  let hasTime = sliceOf(sliceMs, runtime)
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
    if (hasTime()) continue
    await runtime.turn()
    hasTime = sliceOf(sliceMs, runtime)
  }
}
