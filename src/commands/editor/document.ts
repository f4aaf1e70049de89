import type { OutputOf } from "../../client/contract.ts"
import { criteriaFields, writeCriterion } from "../../domain/wire/tasks/criterion-form.ts"
import { rowOf, taskFieldNames, type TaskField } from "../../domain/wire/task-table.ts"
import { nearest } from "../../nearest.ts"
import { fence, readFrontMatter, writeField, type DocumentFault, type FrontMatter } from "./front-matter.ts"

type DocumentKind = "text" | "list" | "object"

/** The fields of a task that a document of it holds, in their order; its text is the description. */
const kinds: ReadonlyMap<string, DocumentKind> = new Map<string, DocumentKind>([
  ...(["title", "status", "reason"] as const).map((field) => [field, "text"] as const),
  ...taskFieldNames
    .filter((field) => !["title", "description", "criteriaChecks"].includes(field))
    .map((field) => [field, kindOf(field)] as const),
])
type DocumentField = Exclude<TaskField, "description" | "criteriaChecks"> | "status" | "reason"

export interface TaskDocument {
  /** By field; null where it is empty. What is not there is left as it is. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly lines: FrontMatter["lines"]
  readonly faults: readonly DocumentFault[]
}

/** A task as Markdown, with its fields above. */
export function writeDocument(task: OutputOf<"task.read">["task"]): string {
  const fields = ([...kinds.keys()] as DocumentField[]).map((field) => {
    const value = field === "done_criteria" ? writtenCriteria(task) : task[field]
    const isEmpty = field === "metadata" && Object.keys(task.metadata ?? {}).length === 0
    return writeField(field, isEmpty ? null : value, field === "done_criteria")
  })
  const { description } = task
  return [
    fence,
    `# ${task.id}, version ${task.version}. Changes are sent when the editor closes. A field without a value`,
    "# is cleared; a field whose line you remove is left unchanged. The text below is the description.",
    ...fields,
    fence,
    description ? `${description}\n` : "",
  ].join("\n")
}

export function readDocument(text: string): TaskDocument {
  const { values, lines, body, faults: unreadable } = readFrontMatter(text)
  const faults = [...unreadable]
  const fields: Record<string, unknown> = { description: body === "" ? null : body }
  for (const [name, value] of Object.entries(values)) {
    const kind = kinds.get(name)
    const message = kind === undefined ? unknownField(name) : faultOf(kind, value)
    if (message === undefined) fields[name] = value === "" ? null : value
    else faults.push({ line: lines.get(name) ?? 1, message: `${name}: ${message}` })
  }
  return { fields, lines, faults }
}

/** What an edit has to say to make one document of the other. */
export function changesBetween(before: TaskDocument, after: TaskDocument): Record<string, unknown> {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.fields[name] ?? null)
  const changes = Object.fromEntries(Object.entries(after.fields).filter(isOther))
  // All criteria stand in the document, so it says of each whether it stands on a check.
  const written = textsIn(changes["done_criteria"])
  const hadChecks = criteriaFields(textsIn(before.fields["done_criteria"]) ?? []).criteriaChecks
  if (written) Object.assign(changes, hadChecks && { criteriaChecks: {} }, criteriaFields(written))
  if (changes["metadata"]) changes["metadata"] = keyByKey(before.fields["metadata"], changes["metadata"])
  // A reason goes with the status that it explains.
  if (changes["reason"] != null) changes["status"] ??= after.fields["status"]
  return changes
}

// --- internal ---

function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined
}

function writtenCriteria({ criteria, done_criteria }: OutputOf<"task.read">["task"]): string[] | undefined {
  return criteria?.map(({ text, standsOn }) => writeCriterion(text, standsOn)) ?? done_criteria
}

function unknownField(name: string): string {
  const meant = nearest(name, [...kinds.keys()])
  return `is not a task field${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

function kindOf(field: TaskField): DocumentKind {
  const { kind } = rowOf(field)
  return kind === "set" ? "list" : kind === "time" ? "text" : kind
}

function faultOf(kind: DocumentKind, value: unknown): string | undefined {
  if (value === "") return undefined
  if (kind === "text") return typeof value === "string" ? undefined : "expected text"
  if (kind === "object")
    return typeof value === "object" && !Array.isArray(value) ? undefined : "expected a JSON object"
  return Array.isArray(value)
    ? undefined
    : "expected a list such as [a, b], or one item per line below the field"
}

/** Metadata is changed key by key: one that is gone is named with null. */
function keyByKey(before: unknown, after: unknown): unknown {
  const gone = Object.keys(before ?? {}).map((key) => [key, null])
  return { ...(Object.fromEntries(gone) as object), ...(after as object) }
}
