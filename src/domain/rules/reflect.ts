import { failField } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { mergeMetadata } from "../wire/metadata.ts"
import { taskId } from "../wire/names.ts"
import type { Task } from "../board/records.ts"

/** The event for a reflection on a task. It satisfies the gate only if the agent that does the work posts it. */
export function reflect(
  board: Board,
  task: Task,
  agent: string,
  content: string,
  counts: boolean,
): BoardEvent {
  return {
    type: "task.reflected",
    task: taskId(task.n),
    reflection: `R-${board.counters.reflection + 1}`,
    agent,
    content,
    counts,
  }
}

/** The event that exempts a task from its reflection and stores the reason. None if the task already has both. */
export function exempt(task: Task, why: string | undefined): BoardEvent[] {
  const keys = { reflection_exempt: true, reflection_exempt_reason: why ?? null }
  const isSame = Object.entries(keys).every(([key, value]) => task.fields.metadata[key] === value)
  if (why === undefined || isSame) return []
  const metadata = mergeMetadata(task.fields.metadata, keys)
  return [{ type: "task.edited", task: taskId(task.n), changes: { metadata } }]
}

/** @throws invalid_input if there are both a reflection and a reason for having none */
export function requireOneReflection(input: {
  readonly reflection?: string | undefined
  readonly noReflection?: string | undefined
}): void {
  if (input.reflection === undefined || input.noReflection === undefined) return
  failField("noReflection", "cannot be used with a lesson")
}
