import { criteriaFields, writeCriterion } from "../../domain/wire/criterion-form.ts"
import type { Changes, TaskView } from "../api/types.ts"

/** The fields of a task that are edited as text. */
export type FieldName =
  | "title"
  | "description"
  | "assignee"
  | "reviewer"
  | "project"
  | "tags"
  | "resources"
  | "skills"
  | "eta"
  | "dueAt"
  | "notBefore"
  | "blockedBy"
  | "parent"
  | "discoveredFrom"
  | "escalation"
  | "checks"
  | "done_criteria"

interface FieldOf {
  /** Its value as text. */
  show(task: TaskView): string
  /** What a text changes. */
  read(text: string): Changes
}

/** Each field as text and back. An empty text empties the field. */
export const fields: Readonly<Record<FieldName, FieldOf>> = {
  title: { show: ({ title }) => title, read: (text) => ({ title: text.trim() }) },
  description: {
    show: ({ description }) => description ?? "",
    read: (text) => ({ description: text.trim() === "" ? null : text }),
  },
  assignee: {
    show: ({ assignee }) => (assignee === "unassigned" ? "" : assignee),
    read: (text) => ({ assignee: text.trim() || "unassigned" }),
  },
  reviewer: { show: ({ reviewer }) => reviewer ?? "", read: (text) => ({ reviewer: orNull(text) }) },
  project: {
    show: ({ project }) => (project === "default" ? "" : project),
    read: (text) => ({ project: orNull(text) }),
  },
  tags: { show: ({ tags }) => tags.join(", "), read: (text) => ({ tags: split(text, /,/) }) },
  resources: {
    show: ({ resources }) => resources.join(", "),
    read: (text) => ({ resources: split(text, /,/) }),
  },
  skills: { show: ({ skills }) => skills.join(", "), read: (text) => ({ skills: split(text, /,/) }) },
  eta: { show: ({ eta }) => eta ?? "", read: (text) => ({ eta: orNull(text) }) },
  dueAt: { show: ({ dueAt }) => toLocal(dueAt), read: (text) => ({ dueAt: fromLocal(text) }) },
  notBefore: {
    show: ({ notBefore }) => toLocal(notBefore),
    read: (text) => ({ notBefore: fromLocal(text) }),
  },
  blockedBy: {
    show: ({ blockedBy }) => blockedBy.join(", "),
    read: (text) => ({ blockedBy: split(text, /[\s,]+/) }),
  },
  parent: { show: ({ parent }) => parent ?? "", read: (text) => ({ parent: orNull(text) }) },
  discoveredFrom: {
    show: ({ discoveredFrom }) => discoveredFrom ?? "",
    read: (text) => ({ discoveredFrom: orNull(text) }),
  },
  escalation: {
    show: ({ escalation }) => escalation.join(", "),
    read: (text) => ({ escalation: split(text, /,/) }),
  },
  checks: {
    // An older server sends none.
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

// --- internal ---

function orNull(text: string): string | null {
  return text.trim() || null
}

function split(text: string, by: RegExp): string[] {
  return text.split(by).flatMap((each) => each.trim() || [])
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
