import type { Board } from "../board/board.ts"
import type { BoardEvent, DroppedEdge } from "../events/index.ts"
import { fail } from "../../errors.ts"
import { requireTask } from "../board/find.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { makesCircle, waitersFor } from "./dependencies.ts"

/** How long a deleted task can be restored, in ms. */
export const trashLifetimeMs = 30 * 24 * 3_600_000

/**
 * The events that move a task to the trash or, with `forGood`, delete it, whether or not it is in the trash.
 * @throws task_not_found, task_deleted
 */
export function deleteEvents(board: Board, id: string, now: number, forGood = false): BoardEvent[] {
  const isTrashed = forGood && board.trash.get(numberOf(id)) !== undefined
  if (!isTrashed) requireTask(board, id)
  const until = forGood ? now : now + trashLifetimeMs
  const deleted: BoardEvent[] = isTrashed ? [] : [{ type: "task.deleted", task: id, until }]
  return forGood ? [...deleted, { type: "trash.emptied", tasks: [id] }] : deleted
}

/**
 * The events that restore a task from the trash; none for a task that is not deleted. An edge is not restored if its
 * target no longer exists or if the edge would now close a cycle. The task itself loses an edge before another task
 * does.
 * @throws task_not_found, task_deleted if the task was deleted for good
 */
export function restoreEvents(board: Board, id: string): BoardEvent[] {
  const trashed = board.trash.get(numberOf(id))
  if (!trashed) {
    requireTask(board, id)
    return []
  }
  const dropped = edgesLeftBehind(board, id, trashed.task.fields)
  const others = dropped.filter(({ of }) => of !== id)
  return [...others.map((edge) => editWithout(board, edge)), { type: "task.restored", task: id, dropped }]
}

/** The event that deletes everything that has been in the trash long enough. */
export function settleTrash(board: Board, now: number): BoardEvent[] {
  const tasks: string[] = []
  for (const { at, n } of board.trash.ends.values()) {
    if (at > now || tasks.length === mostAtOnce) break
    tasks.push(taskId(n))
  }
  return tasks.length === 0 ? [] : [{ type: "trash.emptied", tasks }]
}

// --- internal ---

/** A list of this length makes an event of about 100 KB. */
const mostAtOnce = 10_000

interface Edges {
  readonly blockedBy: readonly string[]
  readonly parent: string | null
  readonly discoveredFrom: string | null
}

function edgesLeftBehind(board: Board, id: string, task: Edges): DroppedEdge[] {
  const n = numberOf(id)
  const isKnown = (to: string | null) =>
    to !== null && (board.tasks.has(numberOf(to)) || board.trash.get(numberOf(to)) !== undefined)
  const own = (field: DroppedEdge["field"], why: DroppedEdge["why"]) => (to: string) => ({
    of: id,
    field,
    to,
    why,
  })
  const { parent, discoveredFrom } = task
  const blockedBy = task.blockedBy.filter(isKnown)
  const kept = isKnown(parent) ? parent : null
  const gone = [
    ...task.blockedBy.filter((to) => !isKnown(to)).map(own("blockedBy", "gone")),
    ...(parent !== null && kept === null ? [parent] : []).map(own("parent", "gone")),
    ...(discoveredFrom === null || isKnown(discoveredFrom) ? [] : [discoveredFrom]).map(
      own("discoveredFrom", "gone"),
    ),
  ]
  if (!makesCircle(board, n, { blockedBy, parent: kept })) return gone

  // This task must not wait for a task that waits for it, directly or indirectly.
  const waiting = new Set(board.ready.waiting(n))
  const before = waitersFor(board, [...waiting, ...(kept === null ? [] : [numberOf(kept)])])
  const [bad, good] = divide(blockedBy, (to) => before.has(numberOf(to)))
  const circles = bad.map(own("blockedBy", "circle"))
  if (!makesCircle(board, n, { blockedBy: good, parent: kept })) return [...gone, ...circles]

  // The remaining cycles go through its children, which now wait for it in another way.
  const children = [...(board.index.get("parent", id)?.values() ?? [])]
  const isBefore = (from: number) => {
    const all = waitersFor(board, [from])
    return children.some((child) => all.has(child))
  }
  const isUnder = kept !== null && isBefore(numberOf(kept))
  const waits = [...waiting].filter(isBefore).sort((a, b) => a - b)
  return [
    ...gone,
    ...circles,
    ...(isUnder ? [kept] : []).map(own("parent", "circle")),
    ...waits.map((of) => ({ of: taskId(of), field: "blockedBy", to: id, why: "circle" }) as const),
  ]
}

function editWithout(board: Board, { of, to }: DroppedEdge): BoardEvent {
  const task = board.tasks.get(numberOf(of)) ?? fail("internal", `${of} waits, so it is there.`)
  return {
    type: "task.edited",
    task: of,
    changes: { blockedBy: task.fields.blockedBy.filter((id) => id !== to) },
  }
}

function divide<T>(items: readonly T[], test: (item: T) => boolean): [yes: T[], no: T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
