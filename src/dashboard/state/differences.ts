import { taskFieldNames } from "../../domain/wire/task-table.ts"
import type { Changes, TaskView } from "../api/types.ts"

/** What someone else changed since we last looked. */
export interface Difference {
  readonly field: string
  readonly from: string
  readonly to: string
}

/** What differs between a task as it was seen and as it is. */
export function differences(seen: TaskView, now: TaskView): Difference[] {
  return shown
    .map((field) => ({ field, from: words(seen[field]), to: words(now[field]) }))
    .filter(({ from, to }) => from !== to)
}

/**
 * True where a change can be sent again for what the task is now: its fields were not touched. A move is decided by
 * looking at the whole task, so it is not.
 */
export function isApart(changes: Changes, seen: TaskView, now: TaskView): boolean {
  const keys = Object.keys(changes) as (keyof Changes)[]
  return keys.every((key) => key !== "status" && key !== "reflection" && words(seen[key]) === words(now[key]))
}

// --- internal ---

const shown: readonly (keyof Changes & keyof TaskView)[] = [
  ...taskFieldNames.filter((field) => field !== "metadata"),
  ...(["status", "reason"] as const),
]

function words(value: unknown): string {
  if (typeof value === "string") return value || "none"
  if (typeof value !== "object" || value === null) return "none"
  const list = Array.isArray(value)
    ? (value as readonly string[])
    : Object.entries(value).map(([criterion, check]) => `${criterion} (check: ${String(check)})`)
  return list.join(", ") || "none"
}
