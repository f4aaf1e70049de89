import type { ReadCommands } from "../log.ts"
import type { LogReader, LogSource } from "../storage.ts"
import { lastSeq } from "../journal/line.ts"
import { checkpointVersion } from "../checkpoint/format.ts"
import { parseAddress } from "./address.ts"
import { asOutage } from "./failures.ts"
import { createCommitHistory, notRead } from "./history.ts"
import { createLink } from "./link.ts"
import { defaultTimes } from "./options.ts"
import { isUnusable, loadSnapshot } from "./snapshots.ts"

/** Reads a board's log over a separate connection, which is made when it is first needed. */
export function readDatabase(
  { url, board, name }: LogSource & { kind: "database" },
  readCommands: ReadCommands,
): LogReader {
  const times = defaultTimes
  const at = parseAddress(url)
  const link = createLink({ url, connectMs: times.connectMs, answerMs: times.answerMs })
  const historyTo = (last: number) =>
    createCommitHistory({ board, name, link, readCommands, times, end: () => last })
  const refuse = (error: unknown): never => {
    throw asOutage(error, at, notRead)
  }

  return {
    async *read(after, last) {
      try {
        const end = await historyTo(Infinity).find(last)
        if (end) yield* historyTo(lastSeq(end)).read(after)
      } catch (error) {
        refuse(error)
      }
    },
    find: (seq) => historyTo(Infinity).find(seq).catch(refuse),
    async snapshot(after, most) {
      try {
        const [row] = await link.use((connection) =>
          connection.ask(
            `select seq, crc from upnext.snapshots where board = $1 and version = $2 and is_last
              and seq > $3 and seq <= $4 order by seq desc limit 1`,
            [board, checkpointVersion, after, most],
          ),
        )
        if (row === undefined) return undefined
        const position = { seq: Number(row[0]), crc: row[1] ?? "" }
        return await loadSnapshot({ link, board, name }, position, () => undefined)
      } catch (error) {
        return isUnusable(error) ? undefined : refuse(error)
      }
    },
    close: () => link.close(),
  }
}
