import { fail, type Issue } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { findCircles } from "../collections/circles.ts"
import type { BatchItem } from "../wire/batch-schema.ts"
import { isRef, isSameName, numberOf, taskId } from "../wire/names.ts"
import { creationEvents, creationIssues } from "./create.ts"

/** The ids that tasks of a request get, by the names that it gives them. */
export function idsByRef(tasks: readonly BatchItem[], first: number): Map<string, string> {
  return new Map(tasks.flatMap(({ ref }, i) => (ref == null ? [] : [[ref, taskId(first + i)]])))
}

/**
 * The events that create these tasks. The schema has checked that each `#ref` names one of them.
 * @throws invalid_input with all that is wrong, dependency_cycle with all circles
 */
export function batchEvents(board: Board, tasks: readonly BatchItem[], actor: string): BoardEvent[] {
  const errors = tasks.flatMap((task, i) =>
    [...senderIssues(task, actor), ...creationIssues(board, task, actor)].map((issue): Issue => ({
      ...issue,
      path: `tasks.${i}.${issue.path}`,
    })),
  )
  if (errors.length > 0)
    fail("invalid_input", {
      detail: `Nothing was created: ${errors.length === 1 ? "one thing is" : `${errors.length} things are`} wrong.`,
      errors: errors.slice(0, mostIssues),
    })
  const first = board.counters.task + 1
  const ids = idsByRef(tasks, first)
  const resolve = (named: string) => (isRef(named) ? (ids.get(named.slice(1)) ?? named) : named)
  const resolved = tasks.map((task) => ({ ...task, blockedBy: task.blockedBy?.map(resolve) }))
  requireNoCircles(tasks, resolved, first)
  return creationEvents(board, resolved, actor)
}

// --- internal ---

/** A refusal names at most this many issues. */
const mostIssues = 50

function senderIssues({ createdBy }: BatchItem, actor: string): Issue[] {
  if (createdBy == null || isSameName(createdBy, actor)) return []
  const message = `is ${actor} for all tasks of a request; name another once, beside \`tasks\``
  return [{ path: "createdBy", message, received: createdBy }]
}

/** Tasks that exist cannot wait for new ones, so a circle can only run through new ones. */
function requireNoCircles(
  tasks: readonly BatchItem[],
  resolved: readonly Pick<BatchItem, "blockedBy">[],
  first: number,
): void {
  const circles = findCircles(tasks.keys(), (i) =>
    (resolved[i]?.blockedBy ?? []).map((id) => numberOf(id) - first).filter((place) => place >= 0),
  )
  const [circle] = circles
  if (!circle) return
  const nameOf = (i: number) => {
    const ref = tasks[i]?.ref
    return ref == null ? `tasks.${i}` : `#${ref}`
  }
  const told = (path: readonly number[]) => path.map(nameOf).join(" waits for ")
  fail("dependency_cycle", {
    detail: `Nothing was created, because of a circle: ${told(circle)}.`,
    facts: { path: circle.map(nameOf) },
    errors: circles
      .slice(0, mostIssues)
      .map((path) => ({ path: `tasks.${path[0] ?? 0}`, message: `waits for itself: ${told(path)}` })),
  })
}
