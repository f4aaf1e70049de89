/** The type of a field's value. Its schema is in `task-fields.ts`, under this name. */
export type ValueForm =
  | ("line" | "title" | "markdown" | "priority" | "project" | "agent" | "tag" | "criterion" | "check")
  | ("eta" | "time" | "task" | "resource" | "skill" | "result" | "rank" | "criteriaChecks" | "metadata")

interface AnyRow {
  /** What one value is. */
  readonly of: ValueForm
  /** Its name where people read it. */
  readonly label: string
  /** The value if none was given; default: null, or an empty list or object. */
  readonly empty?: string
  /** Its flag on the command line; default: its name. */
  readonly flag?: string
  /** Its name in the board's records, where `checks` are the criteria that were checked off. */
  readonly record?: string
  /**
   * Added after the first version: an event that creates a task has this field only if it is filled, and older events
   * never have it.
   */
  readonly isLater?: true
}

interface SingleRow extends AnyRow {
  /** An `object` has texts as its keys. */
  readonly kind: "text" | "time" | "object"
  /** What it says of a task; default: what its form says. */
  readonly about?: string
  readonly most?: undefined
}

interface ListRow extends AnyRow {
  /** A `set` holds each text once. */
  readonly kind: "set" | "list"
  /** What it says of a task. */
  readonly about: string
  /** How many values it may hold. */
  readonly most: number
}

export type FieldRow = SingleRow | ListRow

/** What an attempt at a task has to bring. */
export const results = ["change", "text", "none", "children"] as const

/** Where a value is one of a few words: these. */
export const choicesOf: { readonly [F in ValueForm]?: readonly string[] } = { result: results }

/** The maximum number of characters of a `line` and of a task's source. */
export const mostInLine = 200
export const mostInSource = 450

/**
 * The task fields that are set at creation and can be edited later, by their names in requests and responses, in
 * display order. All code that needs all fields uses this table.
 */
export const taskTable = {
  title: { kind: "text", of: "title", label: "Title" },
  priority: { kind: "text", of: "priority", label: "Priority", empty: "P2" },
  project: { kind: "text", of: "project", label: "Project", empty: "default" },
  assignee: {
    kind: "text",
    of: "agent",
    label: "Assignee",
    about: "name of an agent, or `unassigned` for nobody",
  },
  reviewer: { kind: "text", of: "agent", label: "Reviewer", about: "finished work waits for this reviewer" },
  tags: { kind: "set", of: "tag", most: 50, flag: "tag", label: "Tags", about: "tags" },
  description: { kind: "text", of: "markdown", label: "Description" },
  done_criteria: {
    kind: "list",
    of: "criterion",
    most: 100,
    flag: "criterion",
    label: "Criteria",
    about: "completion criteria",
  },
  checks: {
    kind: "set",
    of: "check",
    most: 20,
    flag: "check",
    label: "Checks",
    about: "names of the checks that prove that the task is done; the repository defines their commands",
    record: "namedChecks",
    isLater: true,
  },
  criteriaChecks: { kind: "object", of: "criteriaChecks", label: "Checks of criteria", isLater: true },
  eta: { kind: "text", of: "eta", label: "Estimate" },
  notBefore: { kind: "time", of: "time", label: "Not before", about: "not ready before this time" },
  dueAt: { kind: "time", of: "time", label: "Due", about: "the task should be done by this time" },
  blockedBy: {
    kind: "set",
    of: "task",
    most: 100,
    label: "Waits for",
    about: "ids of the tasks that must be done first",
  },
  parent: {
    kind: "text",
    of: "task",
    label: "Parent",
    about: "id of the parent task, which waits for all its children",
    isLater: true,
  },
  discoveredFrom: {
    kind: "text",
    of: "task",
    flag: "found-in",
    label: "Found in",
    about: "id of the task during which this one was found",
    isLater: true,
  },
  resources: {
    kind: "set",
    of: "resource",
    most: 50,
    flag: "resource",
    label: "Needs",
    about: "resources that the task needs while in progress, such as `src/http` or `gpu`",
    isLater: true,
  },
  skills: {
    kind: "set",
    of: "skill",
    most: 50,
    flag: "skill",
    label: "Skills",
    about: "skills that an agent needs to get the task",
    isLater: true,
  },
  escalation: {
    kind: "list",
    of: "agent",
    most: 20,
    label: "Fallbacks",
    about: "the agents that try the task in turn: after a failed attempt, the next one becomes the assignee",
    isLater: true,
  },
  result: {
    kind: "text",
    of: "result",
    label: "Result",
    about:
      "what an attempt must produce: `change`, `text`, `none` or `children`; default: `change` if the attempt has a worktree",
    isLater: true,
  },
  rank: {
    kind: "text",
    of: "rank",
    label: "Rank",
    about:
      "the task's position within its priority: tasks with a rank come first, sorted by rank as text; the others follow by number",
    isLater: true,
  },
  metadata: { kind: "object", of: "metadata", label: "Metadata" },
} as const satisfies Readonly<Record<string, FieldRow>>

/** By the name of the field. */
export const flagOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<FieldRow>(taskTable).flatMap(([field, { flag }]) =>
    flag === undefined ? [] : [[field, flag]],
  ),
)

export type TaskField = keyof typeof taskTable

export const taskFieldNames = Object.keys(taskTable) as readonly TaskField[]

export const rowOf = (field: TaskField): FieldRow => taskTable[field]

type OfKind<K> = { [F in TaskField]: (typeof taskTable)[F]["kind"] extends K ? F : never }[TaskField]
export type TimeField = OfKind<"time">
export type ListField = OfKind<"set" | "list">

export const isTimeField = (field: TaskField): field is TimeField => rowOf(field).kind === "time"
export const isListField = (field: TaskField): field is ListField => rowOf(field).most !== undefined

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

const agentFields = taskFieldNames.filter((field) => rowOf(field).of === "agent")

/** The agents that are named in these fields. */
export function agentsIn(fields: { readonly [F in TaskField]?: unknown }): string[] {
  return agentFields.flatMap((field) => (fields[field] ?? []) as string | string[])
}
