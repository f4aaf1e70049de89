import type * as z from "zod"
import { editable } from "../wire/task-fields.ts"
import { timeOf, type SentTime } from "../wire/time.ts"
import type { TaskFields } from "../board/events.ts"

/** The fields of a task as they were sent. */
export type SentFields = { [K in keyof typeof editable]?: z.output<(typeof editable)[K]> }

/** What a field holds that was emptied, or never given; `null` where it is not named here. */
export const whenEmptied = {
  done_criteria: [],
  tags: [],
  blockedBy: [],
  resources: [],
  skills: [],
  escalation: [],
  checks: [],
  criteriaChecks: {},
  priority: "P2",
  project: "default",
  metadata: {},
} as const

/** The fields that were sent, in the form of a record: each tag and id once, and an empty value in place of `null`. */
export function storedFields(given: SentFields, now: number): Partial<TaskFields> {
  const fields: Record<string, unknown> = {}
  for (const key of names) {
    const value: unknown = given[key]
    if (value === undefined) continue
    const name = key === "checks" ? "namedChecks" : key
    if (value === null)
      fields[name] = key in whenEmptied ? whenEmptied[key as keyof typeof whenEmptied] : null
    else if (key === "notBefore" || key === "dueAt") fields[name] = timeOf(value as SentTime, now)
    else fields[name] = isSet(key) ? eachOnce(value as string[]) : value
  }
  return fields
}

export function eachOnce(texts: readonly string[] | null | undefined): readonly string[] {
  return texts == null ? [] : texts.length < 2 ? texts : [...new Set(texts)]
}

// --- internal ---

/** The lists in which each text stands once. */
function isSet(key: keyof SentFields): boolean {
  return (["tags", "blockedBy", "resources", "skills", "checks"] as (keyof SentFields)[]).includes(key)
}

const names = Object.keys(editable) as (keyof SentFields)[]
