import * as z from "zod"
import { AgentView } from "../agents/agent-schemas.ts"
import { AttachmentView } from "../files/attachment-schemas.ts"
import { CommentView, ReflectionView, ReviewView, TaskView } from "./view-schemas.ts"

/**
 * The `fields` parameter of a query: which fields of the record, or of each record of a list, the response contains. A
 * list, or one text with commas.
 * @param within a field that holds a record, whose fields may be named too: `id` of a need's `task` becomes `task.id`
 */
export function fieldsOf(record: z.ZodObject, within = "") {
  const own = Object.keys(record.shape)
  const inner: unknown = record.shape[within]
  const names = inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  const inside = names.filter((name) => !own.includes(name))
  const known = [...own, ...inside]
  const name = z
    .string({ error: expected })
    .trim()
    .superRefine((field, issues) => {
      if (known.includes(field)) return
      const message = field === "" ? expected : `unknown field "${field}"`
      const params = { unknown: field, known } satisfies UnknownName
      issues.addIssue({ code: "custom", input: field, message, params })
    })
    .meta({ enum: known })
  return z
    .preprocess(
      (value) => (value === undefined ? value : [value].flat().flatMap(splitAtCommas)),
      z.array(name).max(100).optional(),
    )
    .transform((names) => names?.map((each) => (own.includes(each) ? each : `${within}.${each}`)))
    .describe(`only these fields, such as \`${[inside[0] ?? own[0], own[1]].join(",")}\``)
}

/** An unknown name. An interface may suggest the intended name. */
export interface UnknownName {
  readonly unknown: string
  readonly known: readonly string[]
}

/**
 * The fields that the short response to a write keeps: `Prefer: return=minimal`. Records that are not listed here are
 * kept whole.
 */
export const shortForms: ReadonlyMap<z.ZodType, readonly string[]> = new Map<z.ZodType, readonly string[]>([
  [TaskView, ["id", "status", "version"]],
  [CommentView, ["id"]],
  [AttachmentView, ["id"]],
  [ReflectionView, ["id"]],
  [ReviewView, ["id"]],
  [AgentView, ["name", "paused"]],
])

// --- internal ---

const expected = "expected the name of a field"

function splitAtCommas(value: unknown): unknown {
  return typeof value === "string" ? value.split(",") : value
}
