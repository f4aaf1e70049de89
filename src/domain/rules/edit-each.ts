import { fail, UpnextError } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { requireTask } from "../board/find.ts"
import type { Context } from "../context.ts"
import { evolveForNow } from "../evolve/evolve.ts"
import { editEvents, isChanging, type EditInput } from "./edit.ts"
import { endedClaims } from "./lease.ts"
import { requirePermission } from "./permissions.ts"

/** A task of a request that could not be changed, while others were changed. */
export interface RefusedTask {
  readonly id: string
  readonly error: UpnextError
}

/**
 * The decision of a command on several tasks: the events for the tasks that it can change, and the refusals of the
 * others.
 */
export interface DecidedEach {
  readonly events: readonly BoardEvent[]
  /** Ids of the tasks that now have the requested values, with or without an event. */
  readonly done: readonly string[]
  /** Those of them that had the values already. */
  readonly unchanged: readonly string[]
  readonly refused: readonly RefusedTask[]
  /** Notes about the claims of others that the events end. */
  readonly ended: readonly string[]
}

/**
 * The events of one edit of several tasks. Each is decided like a separate edit, on the board as it was before, so the
 * order of the ids does not matter. Only three things are folded in temporarily: a new agent, which joins once; a
 * comment, which has its own number; and the resources that a task in progress will hold, so that two tasks are not
 * given the same room. All tasks get the same links, so if each may have them separately, they make no cycle together.
 * @throws invalid_input if the events would be larger than one commit should be
 */
export function editEach(board: Board, ids: readonly string[], changes: EditInput, context: Context) {
  const events: BoardEvent[] = []
  const done: string[] = []
  const unchanged: string[] = []
  const refused: RefusedTask[] = []
  const ended: string[] = []
  evolveForNow(board, context, (fold) => {
    for (const id of ids) {
      const decided = decideOne(board, id, changes, context)
      if (decided instanceof UpnextError) {
        refused.push({ id, error: decided })
        continue
      }
      for (const event of seenByOthers(decided)) fold(event)
      events.push(...decided)
      ended.push(...endedClaims(requireTask(board, id), decided, context))
      done.push(id)
      if (!isChanging(decided)) unchanged.push(id)
    }
  })
  requireRoom(events, ids.length)
  const more = ended.length - mostNamed
  const others = more > 0 ? [`${more} more claims have ended`] : []
  return { events, done, unchanged, refused, ended: [...ended.slice(0, mostNamed), ...others] }
}

// --- internal ---

const mostNamed = 5

/**
 * As much as the body of one request may have, because values given to several tasks are written once for each task.
 */
const mostBytes = 1024 * 1024

/** The part of one task's events on which the decisions about the next tasks depend. */
function seenByOthers(events: readonly BoardEvent[]): BoardEvent[] {
  const isMoved = events.some(({ type }) => type === "task.moved")
  return events.flatMap((event): BoardEvent[] => {
    if (["agent.joined", "task.commented", "task.reflected"].includes(event.type)) return [event]
    const resources = event.type === "task.edited" && !isMoved ? event.changes.resources : undefined
    return event.type === "task.edited" && resources ? [{ ...event, changes: { resources } }] : []
  })
}

/**
 * The permission is checked for each task separately, so that a refused task does not prevent the others from being
 * changed.
 */
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
    detail: `These changes to ${count} tasks would take ${size} in the log; one request may write at most 1 MiB.`,
    facts: { field: "changes" },
    errors: [{ path: "changes", message: `take ${size} for these tasks: change fewer of them at once` }],
  })
}
