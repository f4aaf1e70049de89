export interface FieldRow {
  /** A `set` holds each text once. An `object` has texts as its keys. */
  readonly kind: "text" | "time" | "set" | "list" | "object"
  /** Its name where people read it. */
  readonly label: string
  /** What is in it when nobody has said anything; default: null, or nothing in a list or an object. */
  readonly empty?: string
  /** Its name in the records of the board, where `checks` are those that were made. */
  readonly record?: string
  /** It names agents. */
  readonly isAgent?: true
  /** It names tasks, by their ids. */
  readonly isTask?: true
  /** It came after the first version: an event that creates a task says it only where it is filled, and older ones never. */
  readonly isLater?: true
}

/**
 * The fields of a task that are set when it is created and can be edited later, by their names on the wire, in the order
 * in which they are shown. What needs them all follows from this table.
 */
export const taskTable = {
  title: { kind: "text", label: "Title" },
  priority: { kind: "text", label: "Priority", empty: "P2" },
  project: { kind: "text", label: "Project", empty: "default" },
  assignee: { kind: "text", label: "Assignee", isAgent: true },
  reviewer: { kind: "text", label: "Reviewer", isAgent: true },
  tags: { kind: "set", label: "Tags" },
  description: { kind: "text", label: "Description" },
  done_criteria: { kind: "list", label: "Criteria" },
  checks: { kind: "set", label: "Checks", record: "namedChecks", isLater: true },
  criteriaChecks: { kind: "object", label: "Checks of criteria", isLater: true },
  eta: { kind: "text", label: "Estimate" },
  notBefore: { kind: "time", label: "Not before" },
  dueAt: { kind: "time", label: "Due" },
  blockedBy: { kind: "set", label: "Waits for", isTask: true },
  parent: { kind: "text", label: "Parent", isTask: true, isLater: true },
  discoveredFrom: { kind: "text", label: "Found in", isTask: true, isLater: true },
  resources: { kind: "set", label: "Needs", isLater: true },
  skills: { kind: "set", label: "Skills", isLater: true },
  escalation: { kind: "list", label: "Escalation", isAgent: true, isLater: true },
  metadata: { kind: "object", label: "Metadata" },
} as const satisfies Readonly<Record<string, FieldRow>>

export type TaskField = keyof typeof taskTable

export const taskFieldNames = Object.keys(taskTable) as readonly TaskField[]

export const rowOf = (field: TaskField): FieldRow => taskTable[field]

/** The name of a field in the records of the board. */
export type RecordName<F extends TaskField> = F extends "checks" ? "namedChecks" : F
export type RecordField = RecordName<TaskField>

export const recordName = (field: TaskField): RecordField => (rowOf(field).record ?? field) as RecordField

/** What a field holds when nobody has said anything. */
export function emptyOf(field: TaskField): unknown {
  const { kind, empty } = rowOf(field)
  if (kind === "set" || kind === "list") return []
  return kind === "object" ? {} : (empty ?? null)
}

export const isFilled = (field: TaskField, value: unknown): boolean =>
  value != null && JSON.stringify(value) !== JSON.stringify(emptyOf(field))

const agentFields = taskFieldNames.filter((field) => rowOf(field).isAgent)

/** The agents that are named in these fields. */
export function agentsIn(fields: { readonly [F in TaskField]?: unknown }): string[] {
  return agentFields.flatMap((field) => (fields[field] ?? []) as string | string[])
}
