import { eventOn, type PastEvent, type TrailEnd } from "../domain/board/trail.ts"
import { fail } from "../errors.ts"
import type { Commit, Log } from "../storage/log.ts"

/** The part of a log that is needed here. `last`: commits after the one with this event are not needed. */
type TrailLog = Pick<Log, "find"> & { read(after: number, last: number): AsyncIterable<Commit> }

/** The maximum number of events of one task that are read. They are folded in one go while everything else waits. */
const mostEvents = 5_000

/**
 * The event `newest` of a task and the events before it, oldest first: walks back through the log from link to
 * link. Commands in old logs have no links, so the walk ends at such a command. It also ends after 5,000 events; if
 * `cursor` is older than that, it starts over at `cursor`.
 */
export async function readTaskEvents(
  log: TrailLog,
  { task, newest, cursor = newest }: TrailEnd,
): Promise<PastEvent[]> {
  const trail = await walkBack(log, task, newest)
  const isCut = trail.length >= mostEvents && (trail[0]?.meta.seq ?? 0) > cursor
  return isCut ? walkBack(log, task, cursor) : trail
}

// --- internal ---

/** How many events are read at a time while the steps are short. */
const longestStretch = 256

async function walkBack(log: TrailLog, task: string, newest: number): Promise<PastEvent[]> {
  const trail: PastEvent[] = []
  /** Commits that follow each other. Several steps may lead to the same commit. */
  let stretch: readonly Commit[] = []
  let length = 1
  for (let seq: number | undefined = newest; seq !== undefined && trail.length < mostEvents;) {
    const last: number = seq
    let commit = stretch.findLast((each) => each.seq <= last)
    if (commit === undefined) {
      stretch = await readStretch(log, last, length)
      commit = stretch.findLast((each) => each.seq <= last)
    }
    if (commit === undefined) fail("internal", `Event ${last} is not in the log.`)
    const { events, previous } = stepBack(commit, last, task)
    trail.push(...events)
    // Finding one event costs as much as reading several dozen consecutive events.
    const isNear = previous !== undefined && last - previous <= 2 * length + 64
    length = isNear ? Math.min(2 * length, longestStretch) : 1
    seq = previous
  }
  return trail.reverse()
}

/** The commits that hold the events before `last`, and `last` itself. */
async function readStretch(log: TrailLog, last: number, length: number): Promise<Commit[]> {
  const commits: Commit[] = []
  if (length === 1) {
    const found = await log.find(last)
    return found ? [found] : commits
  }
  for await (const commit of log.read(Math.max(0, last - length), last)) {
    if (commit.seq > last) break
    commits.push(commit)
  }
  return commits
}

/**
 * The events of a task in the command that contains its event `seq`, newest first, and the seq of the task's event
 * before them.
 */
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
  fail("internal", `Event ${seq} is not about ${task}.`)
}
