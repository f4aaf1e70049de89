import * as z from "zod"
import { shortForms } from "../../domain/wire/tasks/record-fields.ts"
import type { Operation } from "../../operation.ts"

/** The parameters and headers with which a request asks for partial records instead of whole ones. */
export function partsBy(operation: Operation): readonly string[] {
  if (operation.kind === "command") return ["Prefer"]
  return operation.kind === "query" && operation.record !== undefined ? ["fields"] : []
}

/**
 * The response of an operation in each form that a request can ask for. If `fields` selects from a record, any
 * field may be missing; with `Prefer: return=minimal`, the fields that the short form leaves out may be missing.
 */
export function answerInParts(operation: Operation): z.ZodObject {
  const { kind, output } = operation
  const shape = Object.entries(output.shape as Shape).map(([key, schema]): [string, z.ZodType] => {
    if (kind === "query") return [key, key === operation.record ? ofRecord(schema, toPart) : schema]
    return [key, ofRecord(schema, toBrief)]
  })
  return z.object(Object.fromEntries(shape))
}

// --- internal ---

type Shape = Readonly<Record<string, z.ZodType>>

/** One schema per record, because a document has only one schema with a given name. */
const parts = new Map<z.ZodObject, z.ZodType>()
const briefs = new Map<z.ZodObject, z.ZodType>()

function toPart(record: z.ZodObject): z.ZodType {
  return kept(parts, record, () =>
    reduced(record, [], "Part", "the fields listed in `fields`, if given; otherwise all fields"),
  )
}

function toBrief(record: z.ZodObject): z.ZodType {
  const fields = shortForms.get(record)
  if (fields === undefined) return record
  const said = `with \`return=minimal\` only ${fields.map((field) => `\`${field}\``).join(", ")}, else all`
  return kept(briefs, record, () => reduced(record, fields, "Brief", said))
}

function kept(known: Map<z.ZodObject, z.ZodType>, record: z.ZodObject, make: () => z.ZodType): z.ZodType {
  const made = known.get(record) ?? make()
  known.set(record, made)
  return made
}

/** A record in which only the fields in `always` are certain to be present. */
function reduced(record: z.ZodObject, always: readonly string[], ending: string, said: string): z.ZodType {
  const { id, description } = record.meta() ?? {}
  const shape = Object.entries(record.shape as Shape).map(([name, schema]): [string, z.ZodType] => [
    name,
    always.includes(name) ? schema : z.optional(schema),
  ])
  return z.object(Object.fromEntries(shape)).meta({
    ...(id !== undefined && { id: `${id}${ending}` }),
    description: description === undefined ? said : `${description}: ${said}`,
  })
}

/** The same response field with another record: a single record, a list, or a record that may be null or missing. */
function ofRecord(schema: z.core.$ZodType, change: (record: z.ZodObject) => z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return change(schema)
  const { id: _, ...meta } = (schema as z.ZodType).meta() ?? {}
  if (schema instanceof z.ZodArray) return z.array(ofRecord(schema.element, change)).meta(meta)
  if (schema instanceof z.ZodNullable) return z.nullable(ofRecord(schema.unwrap(), change)).meta(meta)
  if (schema instanceof z.ZodOptional) return z.optional(ofRecord(schema.unwrap(), change)).meta(meta)
  return schema as z.ZodType
}
