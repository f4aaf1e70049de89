import type { LogPoint } from "../domain/read-models/log-span.ts"
import { fail } from "../errors.ts"
import type { Query } from "../operation.ts"
import type { Commit, Log } from "../storage/log.ts"
import type { Call, CallResult } from "./call.ts"

type PointsQuery = Query & Required<Pick<Query, "points">>

export function isPointsCall(call: Call): call is Call & { operation: PointsQuery } {
  return call.operation.kind === "query" && call.operation.points !== undefined
}

/** Answers a query that shows when events were written. Commits and other queries go on while the log is read. */
export async function answerPoints(
  log: Pick<Log, "find">,
  call: Call & { operation: PointsQuery },
  run: (call: Call) => CallResult | Promise<CallResult>,
): Promise<CallResult> {
  const { operation } = call
  const { seq: last } = await run({ ...call, operation: { ...operation, read: () => ({}) } })
  const points: LogPoint[] = []
  for (const seq of spread(operation.points(call.input), last)) points.push(await pointAt(log, seq))
  const end: Query = {
    ...operation,
    read: (board, input, context) => operation.read(board, input, { ...context, points }),
  }
  const { answer } = await run({ ...call, operation: end })
  return { answer, seq: last }
}

/** The event `seq` and its time. */
export async function pointAt(log: Pick<Log, "find">, seq: number): Promise<LogPoint> {
  const commit = await log.find(seq)
  if (commit === undefined) fail("internal", `Event ${seq} is not in the log.`)
  return { seq, at: timeOf(commit, seq) }
}

// --- internal ---

/** So many numbers from 1 to `last`, the first and the last among them; fewer where there are fewer. */
function spread(count: number, last: number): number[] {
  if (last <= count) return Array.from({ length: last }, (_, i) => i + 1)
  return Array.from({ length: count }, (_, i) => 1 + Math.round((i * (last - 1)) / (count - 1)))
}

/** When an event of a commit happened. */
function timeOf({ seq: first, commands }: Commit, seq: number): number {
  let next = first
  for (const { at, events } of commands) {
    next += events.length
    if (seq < next) return at
  }
  fail("internal", `Event ${seq} is not in its commit.`)
}
