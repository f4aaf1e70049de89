import type { Board } from "../domain/board/board.ts"
import type { Log } from "../storage/log.ts"
import type { Clock } from "./clock.ts"
import type { SlowClockReport } from "./slow-clock.ts"
import type { StorageHealth } from "./storage-health.ts"
import type { Sweeper } from "./sweeper.ts"
import type { Writer } from "./writer.ts"

export interface TickOptions {
  readonly log: Log
  readonly board: Board
  readonly clock: Clock
  readonly slowClock: SlowClockReport
  readonly storage: StorageHealth
  readonly sweeper: Sweeper
  readonly writer: Writer
  /** Aborted when the engine stops. */
  readonly signal: AbortSignal
}

/** Called by the sweeper: looks at the clock and at the disk, and settles everything that has become due. */
export function createTick(options: TickOptions): () => Promise<void> {
  const { log, board, clock, slowClock, storage, sweeper, writer, signal } = options
  return async () => {
    const now = clock.now()
    board.advance(now)
    slowClock.warnOnce()
    await storage.lookForRoom(log)
    if (signal.aborted) return
    if (storage.refusal()) await writer.look()
    else if (writer.hasWork(now)) await writer.work()
    else sweeper.schedule(writer.nextDue())
  }
}
