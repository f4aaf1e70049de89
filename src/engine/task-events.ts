import { subjectOf, type PastEvent } from "../domain/board/trail.ts"
import { fail } from "../errors.ts"
import type { Commit, Log } from "../storage/log.ts"

/**
 * The event `newest` and all events of the same task before it, oldest first: walks back through the log from link to
 * link. Commands in old logs have no links, so the walk ends there.
 */
export async function readTaskEvents(log: Pick<Log, "find">, newest: number): Promise<PastEvent[]> {
  const trail: PastEvent[] = []
  let commit: Commit | undefined
  for (let seq: number | undefined = newest; seq !== undefined;) {
    // Several steps may lead into the same commit, which is then read only once.
    if (commit === undefined || seq < commit.seq) commit = await log.find(seq)
    if (commit === undefined) fail("internal", `Event ${seq} is not in the log.`)
    const { events, previous } = stepBack(commit, seq)
    trail.push(...events)
    seq = previous
  }
  return trail.reverse()
}

// --- internal ---

/** The events of one task in the command that holds its event `seq`, newest first, and the seq of the one before them. */
function stepBack(commit: Commit, seq: number): { events: PastEvent[]; previous: number | undefined } {
  let first = commit.seq
  for (const { at, actor, via, events, links } of commit.commands) {
    const event = events[seq - first]
    const id = event && subjectOf(event)
    if (id !== undefined) {
      const own = events.map((each, i) => ({ event: each, meta: { seq: first + i, at, actor, via } }))
      return {
        events: own.filter((each) => subjectOf(each.event) === id).reverse(),
        previous: links?.[id],
      }
    }
    first += events.length
  }
  fail("internal", `Event ${seq} is not of a task.`)
}
