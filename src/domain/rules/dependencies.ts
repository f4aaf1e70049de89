import { fail, type Issue } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { isRef, numberOf, taskId } from "../wire/names.ts"

/** A `#ref` names a task of the same request and counts as one that exists. @throws invalid_input */
export function requireBlockers(board: Board, ids: readonly string[]): void {
  const errors: Issue[] = ids.flatMap((id, i) =>
    isRef(id) || board.tasks.has(numberOf(id))
      ? []
      : [{ path: `blockedBy.${i}`, message: `there is no task ${id}`, received: id }],
  )
  if (errors.length > 0)
    fail("invalid_input", {
      detail: "A task can only wait for tasks that exist.",
      facts: { field: "blockedBy" },
      errors,
    })
}

/** Refuses blockers by which a task would wait for itself and never be ready. @throws dependency_cycle, with the path */
export function requireNoCycle(board: Board, n: number, blockedBy: readonly string[]): void {
  const cameFrom = new Map<number, number>()
  const stack = blockedBy.map((id) => [numberOf(id), n] as const)
  for (let step = stack.pop(); step; step = stack.pop()) {
    const [blocker, dependent] = step
    if (cameFrom.has(blocker)) continue
    cameFrom.set(blocker, dependent)
    if (blocker === n) failCycle(n, cameFrom)
    for (const id of board.tasks.get(blocker)?.blockedBy ?? []) stack.push([numberOf(id), blocker])
  }
}

// --- internal ---

function failCycle(n: number, cameFrom: ReadonlyMap<number, number>): never {
  const path = [n]
  for (let at = cameFrom.get(n); at !== undefined && at !== n; at = cameFrom.get(at)) path.push(at)
  const ids = [n, ...path.slice(1).reverse(), n].map(taskId)
  fail("dependency_cycle", {
    detail: `That closes a circle: ${ids.join(" waits for ")}.`,
    facts: { task: taskId(n), path: ids },
  })
}
