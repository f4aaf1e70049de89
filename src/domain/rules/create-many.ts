import { fail, UpnextError, type Issue } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Context } from "../context.ts"
import { findCircles } from "../collections/circles.ts"
import type { BatchItem } from "../wire/tasks/batch-schema.ts"
import { isRef, isSameName, numberOf, taskId } from "../wire/names.ts"
import { boundCriteria } from "./bound-criteria.ts"
import { meetCriteria } from "./criteria.ts"
import { allWaitedFor } from "./dependencies.ts"
import { creationEvents, creationIssues } from "./create.ts"

/** The ids of a request's new tasks, by the names that the request gives them. */
export function idsByRef(tasks: readonly BatchItem[], first: number): Map<string, string> {
  const ids = new Map<string, string>()
  tasks.forEach(({ ref }, i) => ref != null && ids.set(ref, taskId(first + i)))
  return ids
}

/**
 * The events that create these tasks. The schema has checked that each `#ref` names one of them.
 * @throws invalid_input with all problems, dependency_cycle with the cycles; at most 50 of either
 */
export function batchEvents(board: Board, tasks: readonly BatchItem[], context: Context): BoardEvent[] {
  const { actor } = context
  const first = board.counters.task + 1
  const meet = (task: BatchItem, i: number) => metEvents(board, task, first + i, actor)
  const errors = tasks.flatMap((task, i) =>
    [
      ...senderIssues(task, actor),
      ...creationIssues(board, task, actor),
      ...issuesOf(() => meet(task, i)),
    ].map((issue): Issue => ({ ...issue, path: `tasks.${i}.${issue.path}` })),
  )
  if (errors.length > 0)
    fail("invalid_input", {
      detail: `Nothing was created: there ${errors.length === 1 ? "is 1 error" : `are ${errors.length} errors`}.`,
      errors: errors.slice(0, mostIssues),
    })
  const ids = idsByRef(tasks, first)
  const resolve = (named: string) => (isRef(named) ? (ids.get(named.slice(1)) ?? named) : named)
  const links = tasks.map(({ blockedBy, parent, discoveredFrom }) => ({
    blockedBy: blockedBy?.map(resolve),
    parent: parent == null ? null : resolve(parent),
    discoveredFrom: discoveredFrom == null ? null : resolve(discoveredFrom),
  }))
  requireNoCircles(board, tasks, links)
  return [...creationEvents(board, tasks, context, links), ...tasks.flatMap(meet)]
}

// --- internal ---

/** A refusal names at most this many issues. */
const mostIssues = 50

/** The events that check off the criteria that a new task reports as met. */
function metEvents(board: Board, item: BatchItem, n: number, actor: string): BoardEvent[] {
  const { met } = item
  const done_criteria = item.done_criteria ?? []
  const claims = (met ?? []).map((claim, i) => ({ ...claim, path: `met.${i}.criterion` }))
  if (claims.length === 0) return []
  const criteriaChecks = boundCriteria(done_criteria, item.criteriaChecks ?? {})
  return meetCriteria(board, { n, fields: { done_criteria, criteriaChecks }, checks: [] }, claims, actor)
}

function issuesOf(decide: () => unknown): Issue[] {
  try {
    decide()
    return []
  } catch (error) {
    if (!(error instanceof UpnextError && error.errors)) throw error
    return error.errors
  }
}

function senderIssues({ createdBy }: BatchItem, actor: string): Issue[] {
  if (createdBy == null || isSameName(createdBy, actor)) return []
  const message = `is ${actor} for all tasks in a request; to change it, set it once beside \`tasks\``
  return [{ path: "createdBy", message, received: createdBy }]
}

function requireNoCircles(
  board: Board,
  tasks: readonly BatchItem[],
  links: readonly Pick<BatchItem, "blockedBy" | "parent">[],
): void {
  const first = board.counters.task + 1
  const newChildren = new Map<number, number[]>()
  links.forEach(({ parent }, i) => {
    if (parent == null) return
    const siblings = newChildren.get(numberOf(parent))
    if (siblings) siblings.push(first + i)
    else newChildren.set(numberOf(parent), [first + i])
  })
  // An existing task waits for new tasks only if the parent of a new task is this task or one that it waits for.
  const staysNew = [...newChildren.keys()].every((parent) => parent >= first)
  const circles = findCircles(
    tasks.map((_, i) => first + i),
    function* (n) {
      yield* newChildren.get(n) ?? []
      if (n < first) return yield* allWaitedFor(board, n)
      for (const id of links[n - first]?.blockedBy ?? [])
        if (!staysNew || numberOf(id) >= first) yield numberOf(id)
    },
    mostIssues,
  )
  const [circle] = circles
  if (!circle) return
  const nameOf = (n: number) => {
    const ref = tasks[n - first]?.ref
    if (n < first) return taskId(n)
    return ref == null ? `tasks.${n - first}` : `#${ref}`
  }
  const told = (path: readonly number[]) => path.map(nameOf).join(" waits for ")
  fail("dependency_cycle", {
    detail: `Nothing was created, because of a cycle: ${told(circle)}.`,
    facts: { path: circle.map(nameOf) },
    errors: circles.map((path) => ({
      path: `tasks.${(path.find((n) => n >= first) ?? first) - first}`,
      message: `waits for itself: ${told(path)}`,
    })),
  })
}
