import { rowOf, type TaskField, taskTable } from "../../domain/wire/task-table.ts"

/** The panel's name for a field of a task, from the path in an input: `blockedBy.0` is `Waits for`. */
export function fieldName(path: string): string {
  const words = fieldWords(path)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same within a sentence: `waits for`. */
export function fieldWords(path: string): string {
  const [head = path] = path.split(/[.[]/)
  const label = Object.hasOwn(taskTable, head) ? rowOf(head as TaskField).label : undefined
  const words = names[head] ?? label ?? head.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2")
  return words.toLowerCase()
}

/** Fields that were changed, in a sentence: `the title and what it needs`. */
export function namesOfFields(fields: unknown): string {
  const names = Array.isArray(fields) ? fields.map((field) => nounOf(String(field))) : []
  return names.length === 0 ? "the fields" : names.join(", ").replace(/, ([^,]*)$/, " and $1")
}

// --- internal ---

function nounOf(field: string): string {
  return nouns[field] ?? `the ${fieldWords(field)}`
}

/** Where the label of the field is no noun. */
const nouns: Readonly<Record<string, string>> = {
  done_criteria: "the criteria",
  blockedBy: "the dependencies",
  discoveredFrom: "the source task",
  resources: "the resources",
  dueAt: "the due date",
  notBefore: "the start time",
}

/** Names that differ from the label of the field. */
const names: Readonly<Record<string, string>> = { done_criteria: "done when", for: "how long" }
