import type { Board } from "./board.ts"
import type { BoardEvent, EventMeta } from "../events/index.ts"
import type { Links } from "./logged-command.ts"
import { numberOf } from "../wire/names.ts"

/** An event in a task's history, with its time and its actor. */
export interface PastEvent {
  readonly event: BoardEvent
  readonly meta: EventMeta
}

/** The end of a task's history, from which the rest is found. */
export interface TrailEnd {
  readonly task: string
  /** The seq of its newest event. */
  readonly newest: number
  /** A seq from which to continue, for a long history that is read in pages. */
  readonly cursor?: number | undefined
}

/** The ids of the tasks whose history contains the event; none for an event that repeats while work is in progress. */
export function subjectsOf(event: BoardEvent): readonly string[] {
  const { type } = event
  if (type === "lease.renewed" || type === "lease.expiring" || type === "usage.told") return none
  if (event.type === "board.imported") return [...event.tasks, ...event.changes].map(({ task }) => task)
  return "task" in event ? [event.task] : none
}

/** The part of the event about one task; undefined if the event is not about that task. */
export function eventOn(task: string, event: BoardEvent): BoardEvent | undefined {
  if (!subjectsOf(event).includes(task)) return undefined
  if (event.type !== "board.imported") return event
  const own = <T extends { readonly task: string }>(all: readonly T[]) =>
    all.filter((each) => each.task === task)
  return { ...event, tasks: own(event.tasks), changes: own(event.changes) }
}

/**
 * The links of a command, computed before its events are folded in. A task that the command creates has no earlier
 * event to link to.
 */
export function linksOf(board: Board, events: readonly BoardEvent[]): Links | undefined {
  let links: Record<string, number> | undefined
  for (const event of events) {
    if (event.type === "task.created") continue
    for (const id of subjectsOf(event)) {
      const last = lastOf(board, numberOf(id))
      if (last !== undefined) (links ??= {})[id] = last
    }
  }
  return links
}

// --- internal ---

/** The past of a restored task continues from its old end. */
function lastOf(board: Board, n: number): number | undefined {
  return (board.tasks.get(n) ?? board.tombstones.get(n))?.lastEvent
}

const none: readonly string[] = []
