import { criteriaFields, writeCriterion } from "../../domain/wire/tasks/criterion-form.ts"
import { rowOf, type TaskField } from "../../domain/wire/task-table.ts"
import type { Changes, TaskView } from "../api/types.ts"
import { split } from "../words/split.ts"

/** The fields of a task that are edited as text. */
export type FieldName = Exclude<TaskField, "priority" | "criteriaChecks" | "metadata">

interface FieldOf {
  /** Its value as text. */
  show(task: TaskView): string
  /** What a text changes. */
  read(text: string): Changes
}

/** Each field as text and back. An empty text empties the field. */
export const fieldOf = (field: FieldName): FieldOf => own[field] ?? plain(field)

// --- internal ---

/** A field that is shown as its kind is. */
function plain(field: FieldName): FieldOf {
  const { kind } = rowOf(field)
  // An older server does not send every field.
  const valueOf = (task: Partial<TaskView>): unknown => task[field]
  if (kind === "time")
    return {
      show: (task) => toLocal(valueOf(task) as string | null),
      read: (text) => ({ [field]: fromLocal(text) }),
    }
  if (kind === "set" || kind === "list")
    return {
      show: (task) => ((valueOf(task) ?? []) as string[]).join(", "),
      read: (text) => ({ [field]: split(text) }),
    }
  return {
    show: (task) => (valueOf(task) ?? "") as string,
    read: (text) => ({ [field]: orNull(text) }),
  }
}

/** Those that are not. */
const own: Partial<Record<FieldName, FieldOf>> = {
  title: { show: ({ title }) => title, read: (text) => ({ title: text.trim() }) },
  description: {
    show: ({ description }) => description ?? "",
    read: (text) => ({ description: text.trim() === "" ? null : text }),
  },
  assignee: {
    show: ({ assignee }) => (assignee === "unassigned" ? "" : assignee),
    read: (text) => ({ assignee: text.trim() || "unassigned" }),
  },
  project: {
    show: ({ project }) => (project === "default" ? "" : project),
    read: (text) => ({ project: orNull(text) }),
  },
  blockedBy: {
    show: ({ blockedBy }) => blockedBy.join(", "),
    read: (text) => ({ blockedBy: split(text, /[\s,]+/) }),
  },
  checks: {
    show: ({ checks }: Partial<TaskView>) => checks?.join("\n") ?? "",
    read: (text) => ({ checks: split(text, /\n/) }),
  },
  done_criteria: {
    show: ({ criteria, done_criteria = [] }) =>
      (criteria?.map(({ text, standsOn }) => writeCriterion(text, standsOn)) ?? done_criteria).join("\n"),
    // All of them stand in the text, so it says of each whether it stands on a check.
    read: (text) => ({ criteriaChecks: {}, ...criteriaFields(split(text, /\n/)) }),
  },
}

function orNull(text: string): string | null {
  return text.trim() || null
}

/** As `<input type="datetime-local">` takes it: the reader's own time, to the minute. */
function toLocal(iso: string | null): string {
  if (iso === null) return ""
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function fromLocal(text: string): string | null {
  return text === "" ? null : new Date(text).toISOString()
}
