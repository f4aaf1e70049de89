import * as z from "zod"
import { shortForms } from "../../domain/wire/tasks/record-fields.ts"
import type { Operation } from "../../operation.ts"

/** The parameters and headers by which a request asks for parts of records in place of whole ones. */
export function partsBy(operation: Operation): readonly string[] {
  if (operation.kind === "command") return ["Prefer"]
  return operation.kind === "query" && operation.record !== undefined ? ["fields"] : []
}

/**
 * The answer of an operation in each form that a request can ask for. Of a record that `fields` chooses from, any field
 * may be missing; of one that `Prefer: return=minimal` shortens, those that the short form does not keep.
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

/** One schema for one record, because a document has one schema of a name. */
const parts = new Map<z.ZodObject, z.ZodType>()
const briefs = new Map<z.ZodObject, z.ZodType>()

function toPart(record: z.ZodObject): z.ZodType {
  return kept(parts, record, () => reduced(record, [], "Part", "the fields that `fields` names, else all"))
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

/** A record of which only the fields in `always` are sure to be there. */
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

/** The same field of an answer with another record: one, a list, or one that may be null or missing. */
function ofRecord(schema: z.core.$ZodType, change: (record: z.ZodObject) => z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return change(schema)
  const { id: _, ...meta } = (schema as z.ZodType).meta() ?? {}
  if (schema instanceof z.ZodArray) return z.array(ofRecord(schema.element, change)).meta(meta)
  if (schema instanceof z.ZodNullable) return z.nullable(ofRecord(schema.unwrap(), change)).meta(meta)
  if (schema instanceof z.ZodOptional) return z.optional(ofRecord(schema.unwrap(), change)).meta(meta)
  return schema as z.ZodType
}
