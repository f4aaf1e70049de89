/**
 * The name of a record's field in responses. In the log and in records, `checks` are the criteria that are checked off,
 * as they were before tasks had checks.
 */
export function shownName(field: string): string {
  if (field === "namedChecks") return "checks"
  return field === "checks" ? "criteria" : field
}

/** A record's field in a sentence: `due date`. */
export function sayField(field: string): string {
  return nouns[field] ?? shownName(field)
}

/** Whether responses have this field of a record. */
export const isShown = (field: string): boolean => !unshown.includes(field)

// --- internal ---

const unshown = ["assigneeBefore", "doneBy", "askedBy", "reflected"]

/** Where the name of the field is no word. */
const nouns: Readonly<Record<string, string>> = {
  assigneeBefore: "previous assignee",
  doneBy: "finisher",
  askedBy: "question",
  reflected: "lesson",
  startedAt: "start",
  finishedAt: "end",
  backoffUntil: "retry time",
  changesRequested: "review",
  done_criteria: "list of criteria",
  criteriaChecks: "list of criteria with checks",
  eta: "estimate",
  notBefore: "start time",
  dueAt: "due date",
  blockedBy: "list of dependencies",
  discoveredFrom: "source task",
}
