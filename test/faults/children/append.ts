/**
 * Appends one commit after another and says each seq when it is acknowledged, `refused <code>` when it is not.
 * Arguments: the data directory, how many commits (0: until killed), characters of text in each, bytes of a
 * segment, and a checkpoint every so many commits (0: none).
 */
import { readCommands } from "../../../src/domain/board/upcast.ts"
import { UpnextError } from "../../../src/errors.ts"
import { openJournal } from "../../../src/storage/journal/journal.ts"
import { commitOf, restoreAll, snapshotAt } from "../../storage/fixture.ts"

const [directory = "", count = "0", length = "20", segmentSize = "1000000000", checkpointEvery = "0"] =
  process.argv.slice(2)

const log = await openJournal({
  readCommands,
  directory,
  warn: (message) => say(`warned ${message}`),
  segmentSize: Number(segmentSize),
})
const { snapshot, commits } = await restoreAll(log)
let seq = commits.at(-1)?.seq ?? snapshot?.counters.seq ?? 0
say(`restored ${seq}`)
for (let n = 1; n <= Number(count) || count === "0"; n += 1) {
  try {
    await log.commit(() => commitOf(seq + 1, "x".repeat(Number(length))))
    seq += 1
    say(`kept ${seq}`)
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    say(`refused ${error.code} ${error.message}`)
  }
  if (seq % Number(checkpointEvery) === 0) void log.checkpoint(snapshotAt(seq, 200)).catch(() => {})
}
await log.close()

/** Writes straight into the pipe, so that the line arrives even if the process is killed next. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
