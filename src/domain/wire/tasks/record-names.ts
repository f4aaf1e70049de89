/**
 * The name of a record's field in responses. In the log and in records, `checks` are the criteria that are checked off,
 * as they were before tasks had checks.
 */
export function shownName(field: string): string {
  if (field === "namedChecks") return "checks"
  return field === "checks" ? "criteria" : field
}
