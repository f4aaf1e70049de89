import { digestOf } from "../../wire/digest.ts"
import { rowOf, taskFieldNames, type TaskField } from "../../wire/task-table.ts"
import { stateFields } from "../undo/done-commands.ts"
import type { SaidFields } from "./import-records.ts"
import type { FlatTask, Task } from "../records.ts"
import { valueOf } from "../tasks/task-fields.ts"

/** The fields that are compared separately when a task is imported again; `checks` are the met criteria. */
export type TrackedField = Exclude<TaskField, "criteriaChecks"> | "status" | "summary"
export const trackedFields: readonly TrackedField[] = [
  ...taskFieldNames.flatMap((field): TrackedField[] => {
    if (field === "criteriaChecks") return []
    return field === "title" ? [field, "status"] : [field]
  }),
  "summary",
]

/** The values of a task, or of its origin, that are compared. */
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

/** A digest of everything in a task that a command may change. A field added by a later version does not change it. */
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
  // The reason why it is blocked belongs to its status.
  if (field === "status") return task.status === "blocked" ? [task.status, task.reason] : task.status
  // The import itself may have filled in who checked a criterion, and when.
  if (field === "checks")
    return task.done_criteria.filter((text) => task.checks.some(({ criterion }) => criterion === text))
  return task[field]
}

/** Whether the field has the value that it has in most tasks. */
function isEmpty(field: TrackedField, value: unknown): boolean {
  if (value === null) return true
  if (field === "status") return value === "todo"
  if (field === "summary") return false
  return typeof value === "object" ? Object.keys(value).length === 0 : value === rowOf(field).empty
}
