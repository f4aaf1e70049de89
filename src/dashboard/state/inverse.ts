import type { Changes, Status, TaskView } from "../api/types.ts"
import type { Inverse } from "./state.ts"

/**
 * The edit that takes another one back, if there is one: what changed has its old value again, and nothing else is lost.
 * It holds for the version that the edit made.
 */
export function inverseOf(seen: TaskView, changes: Changes, after: TaskView): Inverse | null {
  const back: Record<string, unknown> = {}
  for (const key of Object.keys(changes) as (keyof Changes)[]) {
    if (key === "reason") continue
    if (key === "status") {
      if (!isReversible(seen, after.status)) return null
      back["status"] = seen.status
      // A move may have given it to somebody.
      if (seen.assignee !== after.assignee) back["assignee"] = seen.assignee
      if (seen.status === "blocked") back["reason"] = seen.reason
      continue
    }
    if (!isPlain(key) || !(key in seen) || (key === "assignee" && seen.lease !== null)) return null
    back[key] = seen[key as keyof TaskView] ?? null
  }
  return Object.keys(back).length === 0 ? null : { id: seen.id, version: after.version, changes: back }
}

// --- internal ---

/** Fields that can be set back. Criteria are not among them: an edit drops what was checked off. */
function isPlain(key: string): boolean {
  return plain.has(key)
}

const plain = new Set([
  "title",
  "description",
  "priority",
  "assignee",
  "reviewer",
  "project",
  "tags",
  "eta",
  "dueAt",
  "notBefore",
  "blockedBy",
  "parent",
  "discoveredFrom",
])

/** A move back restores neither a lease nor the count of failed attempts, and work is not finished twice. */
function isReversible({ status, lease, attempts }: TaskView, to: Status): boolean {
  if (status === to) return true
  if (lease !== null || attempts > 0) return false
  return status === "todo" ? to !== "review" : inProgress.has(status) && inProgress.has(to)
}

const inProgress: ReadonlySet<Status> = new Set(["todo", "doing", "blocked"])
