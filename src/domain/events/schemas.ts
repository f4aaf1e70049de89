import * as z from "zod"
import { isoTime } from "../wire/field-views.ts"
import { shownForms, storedForms } from "./forms.ts"
import { type BoardEvent, eventKinds } from "./index.ts"
import type { EventKind } from "./kind.ts"

/** An event as stored in the log: one schema for each kind, distinguished by `type`. */
export const boardEvent = z.discriminatedUnion(
  "type",
  all(([type, { stored }]) => {
    const fields = Object.entries(stored).map(([field, form]) => [field, formOf(storedForms, form, true)])
    return z.strictObject({ type: z.literal(type), ...(Object.fromEntries(fields) as z.ZodRawShape) })
  }) as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
) as unknown as z.ZodType<BoardEvent>

/** What `data` of a public event holds. */
export function dataForm({ shown }: EventKind): z.ZodObject {
  const fields = Object.entries(shown).map(([field, row]) => {
    const [form, about] = typeof row === "string" ? [row] : row
    const schema = formOf(shownForms, form, false)
    return [field, about === undefined ? schema : schema.describe(about)] as const
  })
  return z.object(Object.fromEntries(fields))
}

/** One schema for each public event, told apart by `type`. */
export const EventView = z
  .union(all(([type, kind]) => toSchema(type, kind)))
  .meta({ id: "Event", description: "Something that happened" })

// --- internal ---

function all<T>(make: (kind: [type: string, kind: EventKind]) => T): T[] {
  return Object.entries<EventKind>(eventKinds).map(make)
}

/** @param isExact a field that may be left out must not be undefined */
function formOf<N extends string>(
  forms: Record<N, z.ZodType>,
  name: N | `${N}?`,
  isExact: boolean,
): z.ZodType {
  const form = forms[name.replace("?", "") as N]
  if (!name.endsWith("?")) return form
  return isExact ? z.exactOptional(form) : form.optional()
}

/** `task.created` becomes the schema `TaskCreatedEvent`. */
function toSchema(type: string, kind: EventKind) {
  const words = type.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return z
    .object({
      seq: z.int().describe("the event's place in the log"),
      type: z.literal(type),
      at: isoTime,
      actor: z.string().describe("who did it"),
      via: z.string().optional().describe("the account that did it"),
      ...("task" in kind.stored && { task: z.string().describe("the task that the event is about") }),
      data: dataForm(kind),
    })
    .meta({ id: `${words.join("")}Event`, description: kind.summary })
}
