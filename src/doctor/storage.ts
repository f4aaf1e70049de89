import { readCommands } from "../domain/board/upcast.ts"
import { dataDirectory } from "../storage/open.ts"
import { inspectFiles, type StorageReport } from "../storage/journal/inspect.ts"
import type { Surroundings } from "./check.ts"

const reports = new WeakMap<Surroundings, Promise<StorageReport>>()

/** The stored data, verified line by line. It is read once for all the checks that need it. */
export function reportOf(surroundings: Surroundings): Promise<StorageReport> {
  const known = reports.get(surroundings)
  if (known) return known
  const report = inspectFiles(dataDirectory(surroundings.home), readCommands).then(blameJournal)
  reports.set(surroundings, report)
  return report
}

// --- internal ---

/**
 * A journal that ends before its checkpoint has lost lines, even if every remaining line is good or the last line
 * looks like the trace of a crash. The checkpoint itself is whole, so the loss is reported for the journal.
 */
function blameJournal(report: StorageReport): StorageReport {
  const { journal, checkpoint } = report
  const { state, seq, bytes, trouble } = checkpoint
  if (state !== "refused" || trouble === undefined || journal.trouble || journal.seq >= seq) return report
  return { journal: { ...journal, state: "damaged", trouble }, checkpoint: { state: "ok", seq, bytes } }
}
