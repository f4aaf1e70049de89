import * as z from "zod"
import { statuses } from "../wire/enums.ts"
import { check, id, taskFields, taskState, text, textOrNull, texts, time, timeOrNull } from "./fields.ts"
import { isObject } from "../wire/metadata.ts"

/** The fields of an import's stored events. Authors and times are those of the origin; the event has its own. */

const importedComment = z.strictObject({ comment: id, author: text, content: text, at: time })
const importedReflection = z.strictObject({ reflection: id, agent: text, content: text, at: time })

const said = {
  comments: z.array(importedComment).readonly().exactOptional(),
  reflections: z.array(importedReflection).readonly().exactOptional(),
}

export const importedTask = z.strictObject({
  task: id,
  source: text,
  fields: taskFields,
  status: z.enum(statuses),
  reason: textOrNull,
  summary: textOrNull,
  checks: z.array(check).readonly(),
  createdAt: time,
  updatedAt: time,
  startedAt: timeOrNull,
  finishedAt: timeOrNull,
  ...said,
})
export type ImportedTask = Readonly<z.infer<typeof importedTask>>

/** A task that was imported before and whose origin now has other values. */
export const changedTask = z.strictObject({
  task: id,
  /** What changes here. */
  fields: taskState,
  /** For each field whose value in the origin has changed, a digest of the new value. */
  said: z.custom<Readonly<Record<string, number>>>(isObject, "expected digests by field"),
  /** Its new source, because its old source did not name the repository. */
  source: text.exactOptional(),
  /** Fields that somebody has changed here since: they stay. */
  kept: texts.exactOptional(),
  ...said,
})
export type ChangedTask = Readonly<z.infer<typeof changedTask>>
