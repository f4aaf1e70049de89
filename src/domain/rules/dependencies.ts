import { fail, type Facts, type Issue, UpnextError } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { isClosed, isSettled } from "../board/tasks/is-closed.ts"
import type { Task } from "../board/records.ts"
import type { BoardEvent } from "../events/index.ts"
import { take } from "../collections/take.ts"
import { isRef, numberOf, taskId } from "../wire/names.ts"
import { iso } from "../wire/time.ts"

/** The fields of a task that name other tasks. */
export interface TaskLinks {
  readonly blockedBy?: readonly string[] | null | undefined
  readonly parent?: string | null | undefined
  readonly discoveredFrom?: string | null | undefined
}

/**
 * A `#ref` names a task of the same request and counts as existing.
 * @throws invalid_input if a named task does not exist
 */
export function requireLinked(board: Board, { blockedBy, parent, discoveredFrom }: TaskLinks): void {
  const missing = (path: string, id: string | null | undefined): Issue[] =>
    id == null || isRef(id) || board.tasks.has(numberOf(id))
      ? []
      : [{ path, message: goneWord(board, id), received: id }]
  const blockers = (blockedBy ?? []).flatMap((id, i) => missing(`blockedBy.${i}`, id))
  const others = [...missing("parent", parent), ...missing("discoveredFrom", discoveredFrom)]
  if (blockers.length > 0)
    fail("invalid_input", {
      detail: "A task can only wait for tasks that exist.",
      facts: { field: "blockedBy", missing: true, ...restorable(board, blockers) },
      errors: [...blockers, ...others],
    })
  const [first] = others
  if (first)
    fail("invalid_input", {
      detail: "A task can only be linked to tasks that exist.",
      facts: { field: first.path, missing: true, ...restorable(board, others) },
      errors: others,
    })
}

/**
 * Refuses links with which a task would wait for itself and never be ready. A task waits for its blockers and for its
 * children. The search follows both directions in turn and ends with the shorter one. So it is cheap to put a task
 * under a parent with many children, or at the end of a long chain.
 * @param n the task, which may be new
 * @throws dependency_cycle, with the path
 */
export function requireNoCycle(
  board: Board,
  n: number,
  links: { blockedBy: readonly string[]; parent: string | null },
): void {
  const ahead = circleFrom(n, (at) => waitsFor(board, at, n, links))
  const back = circleFrom(n, (at) => waitersOf(board, at, n, links))
  for (;;) {
    const one = ahead.next()
    if (one.done === true) return one.value && failCycle(n, one.value)
    const other = back.next()
    if (other.done === true) return other.value && failCycle(n, other.value.reverse())
  }
}

/** The numbers of the tasks that this task waits for, open or not: its blockers and its children. */
export function* allWaitedFor(board: Board, n: number): Generator<number, void> {
  const task = board.tasks.get(n)
  if (!task) return
  for (const id of task.fields.blockedBy) yield numberOf(id)
  yield* childrenOf(board, n)
}

/** Whether a task would wait for itself with these links. */
export function makesCircle(board: Board, n: number, links: NewLinks): boolean {
  try {
    requireNoCycle(board, n, links)
    return false
  } catch (error) {
    if (error instanceof UpnextError && error.code === "dependency_cycle") return true
    throw error
  }
}

/** These tasks, and all tasks that wait for one of them, directly or indirectly. */
export function waitersFor(board: Board, starts: readonly number[]): ReadonlySet<number> {
  const found = new Set(starts)
  // The loop also reaches what is added to the set meanwhile.
  for (const at of found) for (const waiter of waitersOf(board, at, 0, noLinks)) found.add(waiter)
  return found
}

/** The tasks that a task waits for now. The number of children named is limited. */
export function openBlockers(board: Board, task: Task): { readonly ids: string[]; readonly more: number } {
  const ids = task.fields.blockedBy.filter((id) => !isSettled(board.tasks.get(numberOf(id))))
  const all = awaitedChildren(board, task)
  const awaited = task.fields.result === "children" ? all : openAmong(board, all)
  const children = take(awaited, mostNamed).map(taskId)
  const more = Math.max(0, board.ready.children.awaited(task) - mostNamed)
  return { ids: [...ids, ...children.filter((id) => !ids.includes(id))], more }
}

/** `T-3, T-4 and 12 more` */
export function sayBlockers({ ids, more }: ReturnType<typeof openBlockers>): string {
  return `${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

/** How many open children a response names. It also gives their number, so a list of thousands would add little. */
export const mostOpenChildren = 100

/** The ids of the first open children of a task, which may be deleted. */
export function openChildrenOf(board: Board, task: Pick<Task, "n">, most: number): string[] {
  return take(openAmong(board, awaitedChildren(board, task)), most).map(taskId)
}

/** A note for each parent, new to a task, that is closed, and so waits for no child. */
export function closedParents(board: Board, events: readonly BoardEvent[]): string[] {
  const parents = events.flatMap((event) => {
    if (event.type === "task.created") return event.fields.parent ?? []
    return event.type === "task.edited" ? (event.changes.parent ?? []) : []
  })
  return [...new Set(parents)].flatMap((id) => {
    const parent = board.tasks.get(numberOf(id))
    return parent && isClosed(parent)
      ? [`${id} is already ${parent.status}, so it does not wait for new children`]
      : []
  })
}

// --- internal ---

function goneWord({ trash, tombstones }: Board, id: string): string {
  const isDeleted = trash.get(numberOf(id)) !== undefined || tombstones.has(numberOf(id))
  return isDeleted ? `${id} was deleted` : `there is no task ${id}`
}

/** The first of the tasks that can still be restored, if any of them can. */
function restorable({ trash }: Board, gone: readonly Issue[]): Facts {
  const found = gone.flatMap(({ received }) => trash.get(numberOf(String(received))) ?? [])[0]
  return found ? { task: taskId(found.task.n), restorableUntil: iso(found.until) } : {}
}

const mostNamed = 20

/** A walk from a task along these edges, one step at a time, until it comes back to where it began. */
function* circleFrom(
  n: number,
  edgesOf: (at: number) => Iterator<number, void>,
): Generator<void, number[] | undefined> {
  const seen = new Set<number>()
  const path = [{ at: n, edges: edgesOf(n) }]
  for (let end = path.at(-1); end; end = path.at(-1)) {
    yield
    const edge = end.edges.next()
    if (edge.done === true) path.pop()
    else if (edge.value === n) return [...path.map(({ at }) => at), n]
    else if (!seen.has(edge.value)) {
      seen.add(edge.value)
      path.push({ at: edge.value, edges: edgesOf(edge.value) })
    }
  }
  return undefined
}

type NewLinks = Parameters<typeof requireNoCycle>[2]
const noLinks: NewLinks = { blockedBy: [], parent: null }

/** What `at` waits for, once task `n` has its new links. */
function* waitsFor(board: Board, at: number, n: number, { blockedBy, parent }: NewLinks) {
  const task = board.tasks.get(at)
  if (!task && at !== n) return
  for (const id of at === n ? blockedBy : (task?.fields.blockedBy ?? [])) yield numberOf(id)
  for (const child of childrenOf(board, at)) if (child !== n) yield child
  if (taskId(at) === parent) yield n
}

/** Those that are open, or were done and have not landed. */
function awaitedChildren(board: Board, { n }: Pick<Task, "n">): Iterable<number> {
  return board.index.get("awaitedChild", taskId(n))?.values() ?? []
}

function* openAmong(board: Board, numbers: Iterable<number>): Generator<number, void> {
  for (const n of numbers) if (!isClosed(board.tasks.get(n))) yield n
}

function childrenOf(board: Board, n: number): Iterable<number> {
  return board.index.get("parent", taskId(n))?.values() ?? []
}

/** Who waits for `at`, once task `n` has its new links. */
function* waitersOf(board: Board, at: number, n: number, { blockedBy, parent }: NewLinks) {
  const task = board.tasks.get(at)
  if (!task && at !== n) return
  const above = at === n ? parent : (task?.fields.parent ?? null)
  if (above !== null) yield numberOf(above)
  for (const waiter of board.ready.waiting(at)) if (waiter !== n) yield waiter
  if (blockedBy.includes(taskId(at))) yield n
}

function failCycle(n: number, path: readonly number[]): never {
  const ids = path.map(taskId)
  fail("dependency_cycle", {
    detail: `This would make a cycle: ${ids.join(" waits for ")}.`,
    facts: { task: taskId(n), path: ids },
  })
}
