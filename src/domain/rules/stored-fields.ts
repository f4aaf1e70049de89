import type * as z from "zod"
import type { editable } from "../wire/tasks/task-fields.ts"
import { emptyOf, isFilled, recordName, rowOf, type TaskField, taskFieldNames } from "../wire/task-table.ts"
import { parseIso } from "../wire/iso-time.ts"
import { timeOf, type SentTime } from "../wire/time.ts"
import type { TaskFields } from "../events/index.ts"

/** The fields of a task as they were sent. */
export type SentFields = { [K in keyof typeof editable]?: z.output<(typeof editable)[K]> }

/**
 * If the estimate is a time, it is also the task's due time, unless another due time is given. The estimate is stored
 * as sent.
 */
export function dueByEta(
  { eta, dueAt }: SentFields,
  before: Pick<TaskFields, "eta" | "dueAt"> = { eta: null, dueAt: null },
): SentFields {
  if (eta === undefined || dueAt !== undefined) return {}
  const isByEta = before.dueAt !== null && before.dueAt === parseIso(before.eta ?? "")
  if (before.dueAt !== null && !isByEta) return {}
  const time = parseIso(eta ?? "")
  return time !== undefined ? { dueAt: time } : isByEta ? { dueAt: null } : {}
}

interface Storing {
  readonly now: number
  /** Converts an agent's name to its spelling on the board. */
  spell(name: string, field: TaskField): string
}

/** The sent fields as a record stores them: each tag and id once, and an empty value instead of `null`. */
export function storedFields(given: SentFields, { now, spell }: Storing): Partial<TaskFields> {
  const fields: Record<string, unknown> = {}
  for (const field of taskFieldNames) {
    const value: unknown = given[field]
    if (value === undefined) continue
    const { kind, of } = rowOf(field)
    const name = recordName(field)
    if (value === null) fields[name] = emptyOf(field)
    else if (kind === "time") fields[name] = timeOf(value as SentTime, now)
    else {
      const spelt = (one: string) => (of === "agent" ? spell(one, field) : one)
      if (Array.isArray(value)) fields[name] = kind === "set" ? eachOnce(value.map(spelt)) : value.map(spelt)
      else fields[name] = typeof value === "string" ? spelt(value) : value
    }
  }
  return fields
}

/** The fields of a task that is about to be created, as its event stores them. */
export function newFields(
  sent: SentFields,
  { createdBy, ...storing }: Storing & { createdBy: string },
): TaskFields {
  const fields: Record<string, unknown> = {}
  const given: Record<string, unknown> = storedFields(sent, storing)
  for (const field of taskFieldNames) {
    const name = recordName(field)
    const value = given[name] ?? emptyOf(field)
    if (!rowOf(field).isLater || isFilled(field, value)) fields[name] = value
  }
  return { ...fields, createdBy } as TaskFields
}

export function eachOnce(texts: readonly string[] | null | undefined): readonly string[] {
  return texts == null ? [] : texts.length < 2 ? texts : [...new Set(texts)]
}
