import type * as z from "zod"
import { editable } from "../wire/task-fields.ts"
import type { TaskFields } from "../board/events.ts"

/** The fields of a task as they were sent. */
export type SentFields = { [K in keyof typeof editable]?: z.output<(typeof editable)[K]> }

const whenEmptied = {
  done_criteria: [],
  tags: [],
  blockedBy: [],
  priority: "P2",
  project: "default",
  metadata: {},
} as const

/** The fields that were sent, in the form of a record: each tag and id once, and an empty value in place of `null`. */
export function storedFields(given: SentFields): Partial<TaskFields> {
  const sent = Object.keys(editable).filter((key) => given[key as keyof SentFields] !== undefined)
  const fields = Object.fromEntries(
    sent.map((key) => {
      const value: unknown = given[key as keyof SentFields]
      if (value === null)
        return [key, key in whenEmptied ? whenEmptied[key as keyof typeof whenEmptied] : null]
      return [key, key === "tags" || key === "blockedBy" ? [...new Set(value as string[])] : value]
    }),
  )
  return fields
}
