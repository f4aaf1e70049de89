import { readCommands } from "../domain/board/upcast.ts"
import { dataDirectory } from "../storage/open.ts"
import { verifyStorage, type StorageReport } from "../storage/journal/verify.ts"
import type { Surroundings } from "./check.ts"

const reports = new WeakMap<Surroundings, Promise<StorageReport>>()

/** What is stored, verified line by line; once for all the checks that look at it. */
export function reportOf(surroundings: Surroundings): Promise<StorageReport> {
  const known = reports.get(surroundings)
  if (known) return known
  const report = verifyStorage(dataDirectory(surroundings.home), readCommands)
  reports.set(surroundings, report)
  return report
}
