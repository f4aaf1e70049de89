import type { LogPoint } from "../domain/read-models/log-span.ts"
import { fail } from "../errors.ts"
import type { Commit, Log } from "../storage/log.ts"

/** At most `count` events of the log with their times, evenly spread from the first event to `last`. */
export async function readPoints(log: Pick<Log, "find">, count: number, last: number): Promise<LogPoint[]> {
  const points: LogPoint[] = []
  for (const seq of spread(count, last)) points.push(await pointAt(log, seq))
  return points
}

export async function pointAt(log: Pick<Log, "find">, seq: number): Promise<LogPoint> {
  const commit = await log.find(seq)
  if (commit === undefined) fail("internal", `Event ${seq} is not in the log.`)
  return { seq, at: timeOf(commit, seq) }
}

// --- internal ---

/** At most `count` numbers from 1 to `last`, including the first and the last. */
function spread(count: number, last: number): number[] {
  if (last <= count) return Array.from({ length: last }, (_, i) => i + 1)
  return Array.from({ length: count }, (_, i) => 1 + Math.round((i * (last - 1)) / (count - 1)))
}

/** The time of an event in a commit. */
function timeOf({ seq: first, commands }: Commit, seq: number): number {
  let next = first
  for (const { at, events } of commands) {
    next += events.length
    if (seq < next) return at
  }
  fail("internal", `Event ${seq} is not in its commit.`)
}
