import { fail } from "../../errors.ts"
import type { Board } from "./board.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { iso } from "../wire/time.ts"
import type { Agent, Task } from "./records.ts"
import type { TrailEnd } from "./trail.ts"

/** @throws task_not_found, task_deleted */
export function requireTask(board: Board, id: string): Task {
  const n = numberOf(id)
  const task = board.tasks.get(n)
  if (task) return task
  const trashed = board.trash.get(n)
  if (trashed)
    fail("task_deleted", {
      detail: `${id} was deleted.`,
      facts: { task: id, restorableUntil: iso(trashed.until) },
    })
  if (board.tombstones.has(n)) fail("task_deleted", { detail: `${id} was deleted.`, facts: { task: id } })
  fail("task_not_found", { detail: `There is no task ${id}.`, facts: { task: id } })
}

/** The end of a task's history, also for a deleted task. @throws task_not_found */
export function requireTrail(board: Board, id: string): TrailEnd {
  const { lastEvent } = board.tombstones.get(numberOf(id)) ?? requireTask(board, id)
  return { task: id, newest: lastEvent }
}

/** Refuses a write if its caller has seen only other versions of the task. @throws version_mismatch */
export function requireVersion(task: Task, versions: readonly number[]): void {
  if (versions.includes(task.version)) return
  fail("version_mismatch", {
    detail: `T-${task.n} is at version ${task.version}, not ${versions.join(" or ")}.`,
    facts: { task: `T-${task.n}`, version: task.version },
  })
}

/** @throws agent_not_found */
export function requireAgent(board: Board, name: string): Agent {
  return (
    board.agents.get(nameKey(name)) ??
    fail("agent_not_found", { detail: `There is no agent ${name}.`, facts: { agent: name } })
  )
}

/** The name of a known agent in its first spelling; any other name unchanged. */
export function canonicalName(board: Board, name: string): string {
  return board.agents.get(nameKey(name))?.name ?? name
}
