import { digestOf } from "../../wire/digest.ts"
import { rowOf, taskFieldNames, type TaskField } from "../../wire/task-table.ts"
import { stateFields } from "../undo/done-commands.ts"
import type { SaidFields } from "./import-records.ts"
import type { FlatTask, Task } from "../records.ts"
import { valueOf } from "../tasks/task-fields.ts"

/** The fields that are compared, each for itself, when a task is brought in again; `checks` are the criteria that are met. */
export type TrackedField = Exclude<TaskField, "criteriaChecks"> | "status" | "summary"
export const trackedFields: readonly TrackedField[] = [
  ...taskFieldNames.flatMap((field): TrackedField[] => {
    if (field === "criteriaChecks") return []
    return field === "title" ? [field, "status"] : [field]
  }),
  "summary",
]

/** What is compared of a task, or of what its origin says of it. */
export type Tracked = Pick<FlatTask, TrackedField | "reason">

/** A digest of one field; 0 where it is empty. */
export function saidIn(task: Tracked, field: TrackedField): number {
  const value = compared(task, field)
  return isEmpty(field, value) ? 0 : digestOf(value)
}

/** Digests of all fields that are not empty. */
export function saidOf(task: Tracked): SaidFields {
  const said: Record<string, number> = {}
  for (const field of trackedFields) {
    const digest = saidIn(task, field)
    if (digest !== 0) said[field] = digest
  }
  return said
}

/** A digest of all that a command may change of a task. A field that a later version brings does not change it. */
export function stateDigest(task: Task): number {
  const filled = sortedFields.flatMap((field) => {
    const value = valueOf(task, field)
    const isEmpty = value === null || (typeof value === "object" && Object.keys(value).length === 0)
    return isEmpty ? [] : [[field, value]]
  })
  return digestOf(filled)
}

// --- internal ---

/** So that the order of the table does not matter. */
const sortedFields = [...stateFields].sort()

function compared(task: Tracked, field: TrackedField): unknown {
  // Why it is blocked belongs to its status.
  if (field === "status") return task.status === "blocked" ? [task.status, task.reason] : task.status
  // Who checked it and when may be what the import itself has put there.
  if (field === "checks")
    return task.done_criteria.filter((text) => task.checks.some(({ criterion }) => criterion === text))
  return task[field]
}

/** So it is in most tasks. */
function isEmpty(field: TrackedField, value: unknown): boolean {
  if (value === null) return true
  if (field === "status") return value === "todo"
  if (field === "summary") return false
  return typeof value === "object" ? Object.keys(value).length === 0 : value === rowOf(field).empty
}
