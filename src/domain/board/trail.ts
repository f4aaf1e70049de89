import type { Board } from "./board.ts"
import type { BoardEvent, EventMeta } from "./events.ts"
import type { Links } from "./logged-command.ts"
import { numberOf } from "../wire/names.ts"

/** An event of a task's past, with its time and its actor. */
export interface PastEvent {
  readonly event: BoardEvent
  readonly meta: EventMeta
}

/** The id of the task whose past an event belongs to; undefined for an event that only says that work goes on. */
export function subjectOf(event: BoardEvent): string | undefined {
  if (event.type === "lease.renewed" || event.type === "lease.expiring") return undefined
  return "task" in event ? event.task : undefined
}

/** The links of a command, to be made before its events are folded in. A task that it creates has no past to link to. */
export function linksOf(board: Board, events: readonly BoardEvent[]): Links | undefined {
  let links: Record<string, number> | undefined
  for (const event of events) {
    if (event.type === "task.created") continue
    const id = subjectOf(event)
    const last = id === undefined ? undefined : lastOf(board, numberOf(id))
    if (id !== undefined && last !== undefined) (links ??= {})[id] = last
  }
  return links
}

// --- internal ---

/** A task that is restored goes on from its end. */
function lastOf(board: Board, n: number): number | undefined {
  return (board.tasks.get(n) ?? board.tombstones.get(n))?.lastEvent
}
