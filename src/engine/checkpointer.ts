import { type Board } from "../domain/board/board.ts"
import { takeSnapshot } from "../domain/board/snapshot.ts"
import type { Log } from "../storage/log.ts"
import type { BackgroundThrottle } from "./background-throttle.ts"
import { explain, isExpected } from "./storage-health.ts"

/** Writes a checkpoint when the log needs one. A checkpoint is only a cache, so a failure causes only a warning. */
export type Checkpointer = ReturnType<typeof createCheckpointer>

export function createCheckpointer(
  log: Log,
  board: Board,
  throttle: BackgroundThrottle,
  warn: (message: string, error?: unknown) => void,
) {
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    try {
      await log.checkpoint(takeSnapshot(board), throttle.begin())
    } catch (error) {
      const message = "The checkpoint could not be written; the next start will take longer"
      if (isExpected(error)) warn(`${message}: ${explain(error)}`)
      else warn(message, error)
    }
  }

  return {
    /** Called between commits, when everything on the board is durable. */
    keep(): void {
      if (writing || !log.wantsCheckpoint()) return
      writing = write().finally(() => (writing = undefined))
    },
    /**
     * Waits for the checkpoint that is being written, then writes a final one. Both are written without pauses
     * between slices.
     */
    async close(): Promise<void> {
      throttle.hurry()
      await writing
      await write()
    },
  }
}
