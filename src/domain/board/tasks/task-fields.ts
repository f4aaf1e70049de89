import { emptyOf, recordName, taskFieldNames } from "../../wire/task-table.ts"
import { stateFields, type StateField, type TaskState } from "../undo/done-commands.ts"
import type { TaskFields } from "../../events/index.ts"
import type { Fields, FlatTask, Task, TaskDraft } from "../records.ts"

const own = taskFieldNames.filter((field) => field !== "assignee")

/** The names of the fields in a record. */
export const fieldNames = own.map(recordName) as (keyof Fields)[]

/**
 * All fields, built from those that are given. A task has its own properties only for filled fields; empty fields are
 * read from the prototype that all tasks share.
 */
export function fieldsOf(given: Partial<TaskFields>): Fields {
  const fields = Object.create(emptyFields) as Record<string, unknown>
  for (const name of Object.keys(given) as (keyof TaskFields)[])
    if (isField(name) && !isEmpty(name, given[name])) fields[name] = given[name]
  return fields as unknown as Fields
}

/** The value of a task's field, wherever it is in the record. */
export function valueOf<F extends keyof FlatTask>(task: Task, name: F): FlatTask[F] {
  return (isField(name) ? task.fields[name] : task[name as keyof Task]) as FlatTask[F]
}

/** A task's values in these fields, side by side. */
export function stateOf(task: Task, fields: readonly StateField[] = stateFields): TaskState {
  return Object.fromEntries(fields.map((field) => [field, valueOf(task, field)]))
}

/** The fields in which a task differs from what it was. */
export function changedFields(before: Task, after: Task): StateField[] {
  return stateFields.filter((field) => {
    const [old, present] = [valueOf(before, field), valueOf(after, field)]
    return old !== present && JSON.stringify(old) !== JSON.stringify(present)
  })
}

/** Gives a task other values. A check result is removed if its criterion no longer exists. */
export function assignState(
  task: TaskDraft,
  state: { readonly [F in keyof FlatTask]?: FlatTask[F] | undefined },
): void {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(state)) {
    if (isField(name)) fields[name] = value
    else Object.assign(task, { [name]: value })
  }
  if (Object.keys(fields).length > 0) task.fields = fieldsOf({ ...task.fields, ...fields })
  if (state.done_criteria ?? state.checks)
    task.checks = task.checks.filter(({ criterion }) => task.fields.done_criteria.includes(criterion))
}

/** All fields as own properties, the empty ones too. */
export function withEmptyFields(fields: Fields): Fields {
  return { ...emptyFields, ...fields }
}

// --- internal ---

const emptyFields = Object.fromEntries(
  own.map((field) => [recordName(field), Object.freeze(emptyOf(field))]),
) as unknown as Fields

const isField = (name: string): name is keyof Fields => Object.hasOwn(emptyFields, name)

/** An empty list or object, null, and the default value all count as unset. */
function isEmpty(name: keyof Fields, value: unknown): boolean {
  if (value == null || value === emptyFields[name]) return true
  return typeof value === "object" && Object.keys(value).length === 0
}
