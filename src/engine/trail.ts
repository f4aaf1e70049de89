import { subjectOf, type PastEvent } from "../domain/board/trail.ts"
import { fail } from "../errors.ts"
import type { Query } from "../operation.ts"
import type { Commit, Log } from "../storage/log.ts"
import type { Call, CallResult } from "./call.ts"

type TrailQuery = Query & Required<Pick<Query, "trail">>
type RunQuery = (call: Call) => CallResult | Promise<CallResult>

export function isTrailCall(call: Call): call is Call & { operation: TrailQuery } {
  return call.operation.kind === "query" && call.operation.trail !== undefined
}

/**
 * Answers a query that rests on the past of a task: asks the board for the task's newest event, walks back through the
 * log from there, and asks the board again with what was found. Both times through `run`, which shows only what is
 * durable. Commits and other queries go on during the walk. The result's seq is the one from before the walk: what
 * came later is not in it.
 */
export async function answerTrail(
  log: Pick<Log, "find">,
  call: Call & { operation: TrailQuery },
  run: RunQuery,
): Promise<CallResult> {
  const { operation } = call
  const begin: Query = { ...operation, read: (board, input) => ({ from: operation.trail(board, input) }) }
  const { answer: newest, seq } = await run({ ...call, operation: begin })
  const trail = typeof newest["from"] === "number" ? await walkBack(log, newest["from"]) : []
  const end: Query = {
    ...operation,
    read: (board, input, context) => operation.read(board, input, { ...context, trail }),
  }
  const { answer } = await run({ ...call, operation: end })
  return { answer, seq }
}

// --- internal ---

/**
 * The event `from` and all events of the same task before it, oldest first. Commands in old logs have no links, so the
 * walk ends there.
 */
async function walkBack(log: Pick<Log, "find">, from: number): Promise<PastEvent[]> {
  const trail: PastEvent[] = []
  let commit: Commit | undefined
  for (let seq: number | undefined = from; seq !== undefined;) {
    // Several steps may lead into the same commit, which is then read only once.
    if (commit === undefined || seq < commit.seq) commit = await log.find(seq)
    if (commit === undefined) fail("internal", `Event ${seq} is not in the log.`)
    const { events, previous } = stepBack(commit, seq)
    trail.push(...events)
    seq = previous
  }
  return trail.reverse()
}

/** The events of one task in the command that holds its event `seq`, newest first, and the seq of the one before them. */
function stepBack(commit: Commit, seq: number): { events: PastEvent[]; previous: number | undefined } {
  let first = commit.seq
  for (const { at, actor, events, links } of commit.commands) {
    const event = events[seq - first]
    const id = event && subjectOf(event)
    if (id !== undefined) {
      const own = events.map((each, i) => ({ event: each, meta: { seq: first + i, at, actor } }))
      return {
        events: own.filter((each) => subjectOf(each.event) === id).reverse(),
        previous: links?.[id],
      }
    }
    first += events.length
  }
  fail("internal", `Event ${seq} is not of a task.`)
}
