import * as z from "zod"
import { priorities } from "./enums.ts"
import { metadataForm } from "./metadata.ts"
import { type FieldRow, rowOf, type TaskField, taskFieldNames, type taskTable } from "./task-table.ts"

/** The editable task fields as responses show them. */

export const isoTime = z.iso.datetime()
export const Priority = z
  .enum(priorities)
  .meta({ id: "Priority", type: "string", enum: [...priorities], description: "P0 (most urgent) to P3" })
const MetadataView = z.custom<Record<string, unknown>>().meta(metadataForm)

/** The fields that an answer shows as the record has them. */
export type ShownField = Exclude<TaskField, keyof typeof ownViews | "criteriaChecks">

/** The other fields: they are never empty, or the compact form of a task leaves them out. */
export const ownViews = {
  title: z.string(),
  description: z.string().nullable().optional(),
  priority: Priority,
  project: z.string(),
  assignee: z.string().describe("`unassigned` means nobody"),
  done_criteria: z.array(z.string()).optional(),
  metadata: MetadataView.optional(),
}

const textView = z.string().nullable()
const textsView = z.array(z.string())
const viewForms = { text: textView, time: isoTime.nullable(), set: textsView, list: textsView }

export const shownFields = taskFieldNames.filter(
  (field): field is ShownField => !(field in ownViews) && rowOf(field).kind !== "object",
)

type ViewOf<R extends FieldRow> = R extends { readonly kind: keyof typeof viewForms }
  ? (typeof viewForms)[R["kind"]]
  : never

export const shownViews = Object.fromEntries(
  shownFields.map((field) => {
    const { kind, about } = rowOf(field)
    const form = viewForms[kind as keyof typeof viewForms]
    return [field, about === undefined ? form : form.describe(about)]
  }),
) as unknown as { [F in ShownField]: ViewOf<(typeof taskTable)[F]> }
