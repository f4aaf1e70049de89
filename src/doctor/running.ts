import { join } from "node:path"
import type { Holder } from "../storage/lock/holder.ts"
import { readLock } from "../storage/lock/find.ts"

/**
 * The server that runs on a home, found by the socket of its lock; undefined if none runs. `holder` is undefined when the
 * server listens but does not answer.
 */
export function findRunning(home: string): Promise<{ readonly holder: Holder | undefined } | undefined> {
  // Not `dataDirectory` from storage: its module would load everything that reads and writes a log.
  return readLock(join(home, "data"))
}
