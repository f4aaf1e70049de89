import { eventOn, type PastEvent, type TrailEnd } from "../domain/board/trail.ts"
import { fail } from "../errors.ts"
import type { Commit, Log } from "../storage/log.ts"

/**
 * The event `newest` of a task and all before it, oldest first: walks back through the log from link to
 * link. Commands in old logs have no links, so the walk ends there.
 */
export async function readTaskEvents(
  log: Pick<Log, "find">,
  { task, newest }: TrailEnd,
): Promise<PastEvent[]> {
  const trail: PastEvent[] = []
  let commit: Commit | undefined
  for (let seq: number | undefined = newest; seq !== undefined;) {
    // Several steps may lead into the same commit, which is then read only once.
    if (commit === undefined || seq < commit.seq) commit = await log.find(seq)
    if (commit === undefined) fail("internal", `Event ${seq} is not in the log.`)
    const { events, previous } = stepBack(commit, seq, task)
    trail.push(...events)
    seq = previous
  }
  return trail.reverse()
}

// --- internal ---

/** The events of a task in the command that holds its event `seq`, newest first, and the seq of the one before them. */
function stepBack(
  commit: Commit,
  seq: number,
  task: string,
): { events: PastEvent[]; previous: number | undefined } {
  let first = commit.seq
  for (const { at, actor, via, events, links } of commit.commands) {
    if (seq < first + events.length) {
      const own = events.flatMap((each, i): PastEvent[] => {
        const event = eventOn(task, each)
        return event ? [{ event, meta: { seq: first + i, at, actor, via } }] : []
      })
      return { events: own.reverse(), previous: links?.[task] }
    }
    first += events.length
  }
  fail("internal", `Event ${seq} is not of ${task}.`)
}
