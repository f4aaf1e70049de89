import { join } from "node:path"
import type { Holder } from "../storage/lock/holder.ts"
import { readLock } from "../storage/lock/find.ts"

/**
 * The server that runs on a home, by what it answers on the socket that is its lock: undefined if none does.
 * `holder` is undefined where it listens but does not answer.
 */
export function findRunning(home: string): Promise<{ readonly holder: Holder | undefined } | undefined> {
  // Not storage's own `dataDirectory`: with it would come all that reads and writes a log.
  return readLock(join(home, "data"))
}
