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

// --- internal ---

/** Names that differ from the label of the field. */
const names: Readonly<Record<string, string>> = { done_criteria: "done when", for: "how long" }
