import { fail, UpnextError } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { requireTask } from "../board/find.ts"
import type { Context } from "../context.ts"
import { evolveForNow } from "../evolve/evolve.ts"
import { editEvents, type EditInput } from "./edit.ts"
import { requirePermission } from "./permissions.ts"

/** A task of a request that could not be changed, while others were. */
export interface RefusedTask {
  readonly id: string
  readonly error: UpnextError
}

/** What a command on several tasks has decided: the events of those that it can do, and why it refuses the others. */
export interface DecidedEach {
  readonly events: readonly BoardEvent[]
  /** Ids of the tasks that are as asked, with or without an event. */
  readonly done: readonly string[]
  readonly refused: readonly RefusedTask[]
}

/**
 * The events of one edit of several tasks. Each is decided as an edit of its own would be, on the board as it was before, so
 * the order of the ids does not matter. Only three things are folded in for the moment: an agent that is new, which joins
 * once, what is said, which has a number of its own, and what a task at work is to hold, so that two are not given the room
 * for one. As all get the same links, those
 * that may have them one by one make no circle together.
 * @throws invalid_input where the events would be more than one commit should hold
 */
export function editEach(board: Board, ids: readonly string[], changes: EditInput, context: Context) {
  const events: BoardEvent[] = []
  const done: string[] = []
  const refused: RefusedTask[] = []
  evolveForNow(board, context, (fold) => {
    for (const id of ids) {
      const decided = decideOne(board, id, changes, context)
      if (decided instanceof UpnextError) {
        refused.push({ id, error: decided })
        continue
      }
      for (const event of seenByOthers(decided)) fold(event)
      events.push(...decided)
      done.push(id)
    }
  })
  requireRoom(events, ids.length)
  return { events, done, refused }
}

// --- internal ---

/** As much as the body of one request may hold: what several tasks are given is written once for each. */
const mostBytes = 1024 * 1024

/** Of what becomes of one task, that which the next ones are decided by. */
function seenByOthers(events: readonly BoardEvent[]): BoardEvent[] {
  const isMoved = events.some(({ type }) => type === "task.moved")
  return events.flatMap((event): BoardEvent[] => {
    if (["agent.joined", "task.commented", "task.reflected"].includes(event.type)) return [event]
    const resources = event.type === "task.edited" && !isMoved ? event.changes.resources : undefined
    return event.type === "task.edited" && resources ? [{ ...event, changes: { resources } }] : []
  })
}

/** The permission is asked of each task by itself, so that one which may not be edited leaves the others their change. */
function decideOne(
  board: Board,
  id: string,
  changes: EditInput,
  context: Context,
): BoardEvent[] | UpnextError {
  try {
    const events = editEvents(board, requireTask(board, id), changes, context)
    if (context.who) requirePermission(board, events, context.who, context)
    return events
  } catch (error) {
    if (error instanceof UpnextError) return error
    throw error
  }
}

function requireRoom(events: readonly BoardEvent[], count: number): void {
  const bytes = new TextEncoder().encode(JSON.stringify(events)).length
  if (bytes <= mostBytes) return
  const size = `${(bytes / mostBytes).toFixed(1)} MiB`
  fail("invalid_input", {
    detail: `These changes to ${count} tasks would take ${size} in the log; one request may write 1 MiB.`,
    facts: { field: "changes" },
    errors: [{ path: "changes", message: `take ${size} for these tasks: change fewer of them at once` }],
  })
}
